package io.koordbridge.colo.descheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the next run would evict, and what keeps the other pods of overloaded nodes. */
@Command(
        name = "plan",
        description =
                "What the next run of koord-descheduler would evict, from where to where, and the first check that keeps each"
                        + " other pod of an overloaded node. Changes nothing.")
public final class DeschedulerPlanCommand implements Callable<Integer> {
    private static final String PATH = "plan";

    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public DeschedulerPlanCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ApiReader api = session.api(Component.DESCHEDULER);
        JsonNode document = api.read(PATH);
        DeschedulerPlanAnswer plan = api.as(DeschedulerPlanAnswer.class, document, PATH);
        spec.commandLine().getOut().println(session.text(spec, document, () -> PlanFormatter.of(plan)));
        return ExitCodes.OK;
    }
}
