package io.koordbridge.colo.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The whole system on one screen. Ends with 1 when the ledger is broken. */
@Command(
        name = "status",
        description = "Leader, ResourceManagers, agents, totals, ledger verdict and the most important problems.")
public final class StatusCommand implements Callable<Integer> {
    private static final String PATH = "status";

    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ApiReader api = session.operatorApi();
        JsonNode document = api.read(PATH);
        StatusAnswer status = api.as(StatusAnswer.class, document, PATH);
        spec.commandLine().getOut().println(session.json() ? Session.pretty(document) : StatusFormatter.of(status));
        return status.ledger().verdict().equals("BROKEN") ? ExitCodes.PROBLEM_FOUND : ExitCodes.OK;
    }
}
