package io.koordbridge.colo.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.ManagerStatusAnswer;
import io.koordbridge.colo.answer.ProtectionAnswer;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The whole system on one screen. Ends with 1 when something is not well. */
@Command(
        name = "status",
        description =
                "Leader, ResourceManagers, agents, protection, totals, ledger verdict and the most important problems.")
public final class StatusCommand implements Callable<Integer> {
    private static final String PATH = "status";

    private final Session session;

    @Option(
            names = "--fail-on",
            paramLabel = "CHECK",
            split = ",",
            defaultValue = "ledger,leader,resourcemanager,agents,nodes,protection",
            description = "End with 1 only for these: ${COMPLETION-CANDIDATES}%n(default: all).")
    private Set<StatusCheck> failOn = EnumSet.allOf(StatusCheck.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ApiReader api = session.api(Component.OPERATOR);
        JsonNode document = api.read(PATH);
        StatusAnswer status = api.as(StatusAnswer.class, document, PATH);
        ManagerStatusAnswer manager = ManagerStatusAnswer.read(() -> session.api(Component.MANAGER));
        ProtectionAnswer protection = manager.protection();
        if (protection.known() && document instanceof ObjectNode answer) {
            answer.set("protection", ApiReader.JSON.valueToTree(protection));
            if (manager.outsideTier() != null) {
                answer.set("outsideTier", ApiReader.JSON.valueToTree(manager.outsideTier()));
            }
        }
        spec.commandLine().getOut().println(session.text(spec, document, () -> StatusFormatter.of(status, manager)));
        return failOn.stream().allMatch(check -> check.isWell(status, protection))
                ? ExitCodes.OK
                : ExitCodes.PROBLEM_FOUND;
    }
}
