package io.koordbridge.colo.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.PublishedAnswer;
import io.koordbridge.colo.answer.PublishedAnswer.Node;
import io.koordbridge.colo.answer.PublishedAnswer.Replica;
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

/** One line per node, as koord-manager publishes it; needs no yarn-operator. Ends with 3 when the replica does not lead. */
@Command(
        name = "capacity",
        description =
                "What koord-manager publishes on each node. Amounts are CPU in cores / memory; a dash is not known.",
        footer = {
            "",
            "Columns:",
            "  CAPACITY  all of the node",
            "  ONLINE    measured use of online services and the system",
            "  ORIGIN    left for batch work, before it is split",
            "  YARN      what third parties such as YARN hold of it",
            "  BATCH     batch-cpu and batch-memory that the node shows",
            "  MID       mid-cpu and mid-memory that the node shows",
            "  AGE       of the NodeMetric that was used",
            "  WHY       why it shows nothing or something else than was calculated"
        })
public final class CapacityCommand implements Callable<Integer> {
    private static final String NODES = "nodes";
    private static final String STATUS = "status";

    private final Session session;

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            defaultValue = "name",
            description = "Order: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); amounts biggest first.")
    private PublishedKey sort = PublishedKey.NAME;

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
    private List<PublishedState> states = List.of();

    @Mixin
    private NodeFilter filter = new NodeFilter();

    @Mixin
    private ListOptions list = new ListOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public CapacityCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ApiReader api = session.api(Component.MANAGER);
        list.print(spec.commandLine().getOut(), () -> read(api));
        return ExitCodes.OK;
    }

    private String read(ApiReader api) {
        JsonNode document = api.read(NODES);
        PublishedAnswer answer = api.as(PublishedAnswer.class, document, NODES);
        if (!Boolean.TRUE.equals(answer.leader())) {
            throw new AnswerException(doesNotLead(api));
        }
        Predicate<String> chosen = filter.names(session);
        List<String> wanted = states.stream().map(Enum::name).toList();
        List<Node> nodes = answer.nodes().stream()
                .filter(node -> wanted.isEmpty() || wanted.contains(node.state()))
                .filter(node -> chosen.test(node.name()))
                .sorted(PublishedOrder.by(sort, by))
                .toList();
        List<String> names = nodes.stream().map(Node::name).toList();
        return session.text(spec, ApiReader.arranged(document, NODES, names), names, () -> text(nodes));
    }

    private String doesNotLead(ApiReader api) {
        Replica replica = api.as(Replica.class, api.read(STATUS), STATUS);
        return "only the leading replica calculates, and " + api.name() + " does not lead"
                + replica.leader().map(name -> "; ask " + name + ".").orElse("; the leader is unknown.");
    }

    private String text(List<Node> nodes) {
        if (!nodes.isEmpty()) {
            return list.table(PublishedTable.of(nodes, session.wide()));
        }
        return states.isEmpty() && !filter.given() ? "The cluster has no nodes." : "No node fits.";
    }
}
