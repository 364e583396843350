package io.koordbridge.colo.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.ExplainAnswer;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Every term of one node. Ends with 1 when the operator does not know the node. */
@Command(
        name = "node",
        description =
                "Every term of a node's split with value, source and age; with --manager also how its batch capacity came about.")
public final class ExplainNodeCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "The Kubernetes node.")
    private String name = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ExplainNodeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String path = "nodes/" + ApiReader.segment(name) + "/explain";
        ApiReader operator = session.operatorApi();
        Optional<JsonNode> split = operator.find(path);
        if (split.isEmpty()) {
            err().println("colo: the yarn-operator at " + session.operator() + " does not know a node " + name
                    + ". colo nodes lists those it knows.");
            return ExitCodes.PROBLEM_FOUND;
        }
        ExplainAnswer answer = operator.explanation(split.get(), path);
        Origin origin = session.managerApi().map(api -> askManager(api, path)).orElse(Origin.NOT_ASKED);
        if (session.json()) {
            ObjectNode both = ApiReader.JSON.createObjectNode();
            both.put("node", name).set("operator", split.get());
            both.set("manager", origin.document());
            out().println(Session.pretty(both));
        } else {
            out().println(ExplainText.of("Node " + name + ": how its batch capacity is split (yarn-operator)", answer));
            out().println();
            out().println(
                            origin.answer() == null
                                    ? origin.note()
                                    : ExplainText.of(
                                            "How its batch capacity came about (koord-manager)", origin.answer()));
        }
        return ExitCodes.OK;
    }

    /** The operator's answer is worth printing without the manager's: a failure here is a note, not an end. */
    private static Origin askManager(ApiReader manager, String path) {
        try {
            return manager.find(path)
                    .map(document -> new Origin(document, manager.explanation(document, path), ""))
                    .orElse(new Origin(null, null, "The koord-manager does not know this node."));
        } catch (AnswerException e) {
            return new Origin(null, null, "Without the koord-manager's terms: " + e.getMessage());
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    private record Origin(
            @Nullable JsonNode document, @Nullable ExplainAnswer answer, String note) {
        static final Origin NOT_ASKED = new Origin(
                null,
                null,
                "The koord-manager was not asked how this capacity came about: --manager or $COLO_MANAGER.");
    }
}
