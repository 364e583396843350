package io.koordbridge.colo.drain;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.protocol.Labels;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** As {@link DrainNodeCommand}, of the node that a pod is on. */
@Command(
        name = "nodemanager",
        description = {
            "Take YARN off the node that a NodeManager's pod is on, as colo drain node does.",
            "Needs the rights to get pods there, and to get and patch nodes."
        })
final class DrainNodeManagerCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAMESPACE/POD", description = "The pod of a NodeManager.")
    private String pod = "";

    @Mixin
    private DrainOptions options = new DrainOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    DrainNodeManagerCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String[] parts = pod.split("/", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new ParameterException(spec.commandLine(), "'" + pod + "' is no NAMESPACE/POD");
        }
        ClusterAccess access = session.cluster();
        Pod found = access.ask(() ->
                access.client().pods().inNamespace(parts[0]).withName(parts[1]).get());
        String problem = problem(found);
        if (found == null || !problem.isEmpty()) {
            spec.commandLine().getErr().println("colo: " + problem);
            return ExitCodes.PROBLEM_FOUND;
        }
        return new DrainRun(session, spec, options).of(found.getSpec().getNodeName());
    }

    private String problem(@Nullable Pod found) {
        if (found == null) {
            return "there is no pod " + pod;
        }
        if (found.getMetadata().getLabels() == null
                || !Labels.COMPONENT_NODE_MANAGER.equals(
                        found.getMetadata().getLabels().get(Labels.COMPONENT))) {
            return "pod %s is no NodeManager: it has no label %s=%s"
                    .formatted(pod, Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER);
        }
        String node = found.getSpec().getNodeName();
        return node == null || node.isEmpty() ? "pod " + pod + " is on no node yet" : "";
    }
}
