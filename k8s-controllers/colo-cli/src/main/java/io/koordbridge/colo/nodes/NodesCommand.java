package io.koordbridge.colo.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.selection.NodeFilter;
import io.koordbridge.colo.table.SortResource;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.ListOptions;
import io.koordbridge.colo.terminal.Session;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One line per node. */
@Command(
        name = "nodes",
        description = "One line per node. Amounts are CPU in cores / memory; a dash is not known. -o wide adds vcores.",
        footer = {
            "",
            "Columns:",
            "  ORIGIN      batch capacity before it is split",
            "  PODS        requested by batch pods",
            "  YARN-LEASE  reserved for YARN",
            "  RM-SEES     what the ResourceManager may give away",
            "  YARN-ALLOC  what it has given away",
            "  FREE        held by neither pods nor YARN",
            "  ONLINE      measured use of online services and the system",
            "  AGE         of the last NodeMetric",
            "  LEFT        until containers that stay are preempted, of a node that shrinks"
        })
public final class NodesCommand implements Callable<Integer> {
    private static final String PATH = "nodes";

    private final Session session;

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            defaultValue = "name",
            description = "Order: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); amounts biggest first.")
    private SortKey sort = SortKey.NAME;

    @Option(
            names = "--by",
            paramLabel = "RESOURCE",
            defaultValue = "cpu",
            description = "Amount to sort by: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private SortResource by = SortResource.CPU;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "Only nodes in these states: ${COMPLETION-CANDIDATES}.")
    private List<NodeState> states = List.of();

    @Mixin
    private WaitForYarn wait = new WaitForYarn();

    @Mixin
    private NodeFilter filter = new NodeFilter();

    @Mixin
    private ListOptions list = new ListOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public NodesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ApiReader api = session.api(Component.OPERATOR);
        String problem = wait.problem(() -> listed(api, api.read(PATH), filter.names(session)));
        list.print(spec.commandLine().getOut(), () -> read(api));
        if (problem != null) {
            spec.commandLine().getErr().println("colo: " + problem);
            return ExitCodes.PROBLEM_FOUND;
        }
        return ExitCodes.OK;
    }

    private List<Node> listed(ApiReader api, JsonNode document, Predicate<String> chosen) {
        List<String> wanted = states.stream().map(Enum::name).toList();
        return api.as(NodesAnswer.class, document, PATH).nodes().stream()
                .filter(node -> wanted.isEmpty() || wanted.contains(node.state()))
                .filter(node -> chosen.test(node.name()))
                .toList();
    }

    private String read(ApiReader api) {
        JsonNode document = api.read(PATH);
        List<Node> nodes = listed(api, document, filter.names(session)).stream()
                .sorted(NodeOrder.by(sort, by))
                .toList();
        List<String> names = nodes.stream().map(Node::name).toList();
        return session.text(spec, ApiReader.arranged(document, PATH, names), names, () -> text(nodes));
    }

    private String text(List<Node> nodes) {
        if (!nodes.isEmpty()) {
            return list.table(NodeTable.of(nodes, session.wide()));
        }
        return states.isEmpty() && !filter.given()
                ? "No node offers batch resources. Switch colocation on in the ConfigMap slo-controller-config and"
                        + " see that a koordlet runs on each node."
                : "No node fits.";
    }
}
