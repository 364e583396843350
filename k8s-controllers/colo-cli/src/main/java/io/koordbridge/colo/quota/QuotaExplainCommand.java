package io.koordbridge.colo.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How the runtime of one quota came about. Ends with 1 when the scheduler does not know the quota. */
@Command(
        name = "explain",
        description = "How the runtime of a quota came about: which rule made it, who lends, who borrows.")
public final class QuotaExplainCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "The quota.")
    private String name = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public QuotaExplainCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String path = "plugins/ElasticQuota/quotas/" + ApiReader.segment(name) + "/explain";
        ApiReader api = session.api(Component.SCHEDULER);
        Optional<JsonNode> explanation = api.find(path);
        if (explanation.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("colo: " + api.name() + " has no quota " + name
                            + " in use. colo quota tree lists those it has.");
            return ExitCodes.PROBLEM_FOUND;
        }
        JsonNode terms = explanation.get();
        spec.commandLine().getOut().println(session.text(spec, terms, () -> QuotaExplanationFormatter.of(terms)));
        return ExitCodes.OK;
    }
}
