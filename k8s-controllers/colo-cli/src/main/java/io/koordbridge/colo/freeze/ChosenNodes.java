package io.koordbridge.colo.freeze;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.cluster.NodeAnnotations;
import io.koordbridge.colo.selection.NodeFilter;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Nodes by name, by what chooses them, or all. */
final class ChosenNodes {

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "The Kubernetes nodes.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All nodes with YARN.%nNeeds the right to list nodes.")
    private boolean all;

    @Mixin
    private NodeFilter filter = new NodeFilter();

    /**
     * Sets or removes the annotation of all of them, and says so.
     *
     * @param concerned by the annotations of a node, whether it counts where nodes are not named
     * @return the exit code
     */
    int set(
            Session session,
            CommandSpec spec,
            Predicate<Map<String, String>> concerned,
            @Nullable String value,
            String done) {
        if (names.isEmpty() != (all || filter.given())) {
            throw new ParameterException(
                    spec.commandLine(), "Which nodes? Give names, or one of --all, --selector and --pool");
        }
        NodeAnnotations nodes = new NodeAnnotations(session.cluster());
        int unknown = 0;
        List<String> chosen = names.isEmpty() ? chosen(session, concerned) : names;
        for (String name : chosen) {
            boolean known = nodes.change(name, Annotations.NODE_YARN_FROZEN, node -> true, value)
                    .isPresent();
            if (known) {
                spec.commandLine().getOut().println("node/" + name + " " + done);
            } else {
                spec.commandLine().getErr().println("colo: there is no node " + name);
                unknown++;
            }
        }
        if (chosen.isEmpty()) {
            spec.commandLine().getErr().println("colo: No node fits.");
        }
        spec.commandLine().getOut().flush();
        return chosen.isEmpty() || unknown > 0 ? ExitCodes.PROBLEM_FOUND : ExitCodes.OK;
    }

    private List<String> chosen(Session session, Predicate<Map<String, String>> concerned) {
        ClusterAccess access = session.cluster();
        Predicate<String> fits = filter.names(session);
        return access.ask(() -> access.client().nodes().list().getItems()).stream()
                .filter(node -> concerned.test(NodeAnnotations.of(node)))
                .map((Node node) -> node.getMetadata().getName())
                .filter(fits)
                .sorted()
                .toList();
    }
}
