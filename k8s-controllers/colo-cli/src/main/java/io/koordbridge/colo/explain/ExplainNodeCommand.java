package io.koordbridge.colo.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.SumsAnswer;
import io.koordbridge.colo.terminal.Session;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Every term of one node. Ends with 1 when a process does not know the node, with 3 when one cannot be reached. */
@Command(
        name = "node",
        description = "How a node's batch capacity came about (koord-manager) and how it is split (yarn-operator).")
public final class ExplainNodeCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "The Kubernetes node.")
    private String name = "";

    @Option(
            names = "--ask",
            paramLabel = "WHOM",
            defaultValue = "both",
            description = "Whom to ask: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ExplainTarget asked = ExplainTarget.BOTH;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ExplainNodeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String path = "nodes/" + ApiReader.segment(name) + "/explain";
        ProcessExplanation operator = asked.operator() ? askOperator(path) : ProcessExplanation.NOT_ASKED;
        ProcessExplanation manager = asked.manager() ? askManager(path) : ProcessExplanation.NOT_ASKED;
        List<ProcessExplanation> halves = List.of(operator, manager);
        boolean anything = halves.stream().anyMatch(half -> half.document() != null);
        if (anything) {
            ObjectNode both = ApiReader.JSON.createObjectNode();
            both.put("node", name).set("operator", operator.document());
            both.set("manager", manager.document());
            out().println(session.text(spec, both, () -> String.join("\n\n", texts(halves))));
        }
        halves.stream()
                .filter(half -> !half.problem().isEmpty())
                .forEach(half -> spec.commandLine().getErr().println("colo: " + half.problem()));
        return halves.stream().mapToInt(ProcessExplanation::exitCode).max().orElse(0);
    }

    private static List<String> texts(List<ProcessExplanation> halves) {
        return halves.stream()
                .flatMap(half -> Stream.of(half.text()))
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private ProcessExplanation askOperator(String path) {
        ApiReader api = session.api(Component.OPERATOR);
        String unknown = api.name() + " does not know a node " + name + ". colo nodes lists those it knows.";
        String title = "Node " + name + ": how its batch capacity is split (yarn-operator)";
        return ProcessExplanation.ask(
                api,
                path,
                unknown,
                document -> ExplainFormatter.of(title, api.explanation(document, path), session.wide()));
    }

    private ProcessExplanation askManager(String path) {
        ApiReader api = session.api(Component.MANAGER);
        String unknown = api.name() + " does not know a node " + name + ".";
        String title = "Node " + name + ": how its capacity came about (koord-manager)";
        return ProcessExplanation.ask(api, path, unknown, document -> print(api, document, title, path));
    }

    /** A manager without sums is an older one; its terms are printed as they are. */
    private String print(ApiReader api, JsonNode document, String title, String path) {
        return document.has("sums")
                ? SumsFormatter.of(title, api.as(SumsAnswer.class, document, path))
                : ExplainFormatter.of(title, api.explanation(document, path), session.wide());
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
