package io.koordbridge.colo.explain;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Why a pod waits or is where it is. Ends with 1 when the scheduler does not know the pod. */
@Command(
        name = "pod",
        description = "Why a pod waits, or why it is on its node: the last decision of the koord-scheduler that leads.")
public final class ExplainPodCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAMESPACE/NAME", description = "The pod; without a namespace one of default.")
    private String pod = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ExplainPodCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String[] key = pod.contains("/") ? pod.split("/", -1) : new String[] {"default", pod};
        if (key.length != 2 || key[0].isEmpty() || key[1].isEmpty()) {
            throw new ParameterException(spec.commandLine(), "'" + pod + "' is not NAMESPACE/NAME");
        }
        ApiReader api = session.api(Component.SCHEDULER);
        String path = "pods/" + ApiReader.segment(key[0]) + "/" + ApiReader.segment(key[1]);
        Optional<JsonNode> report = api.find(path);
        if (report.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("colo: " + api.name() + " knows nothing of a pod " + pod
                            + ": it does not wait for it and was not among the last 1,000 that it bound. Only the replica that"
                            + " leads decides.");
            return ExitCodes.PROBLEM_FOUND;
        }
        spec.commandLine().getOut().println(session.text(spec, report.get(), () -> PodFormatter.of(report.get())));
        return ExitCodes.OK;
    }
}
