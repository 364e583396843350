package io.koordbridge.colo.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that name a cluster, as kubectl has them. */
public final class ClusterOptions {
    private static final String NAMESPACE = "koordinator-system";

    private final Map<String, String> environment;

    @Option(
            names = "--kubeconfig",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "Find the leaders in this cluster and reach them through its%n"
                    + "API server. Default: $KUBECONFIG, else ~/.kube/config,%nelse the service account of this pod.")
    private @Nullable String kubeconfig;

    @Option(
            names = "--context",
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description = "Context of the kubeconfig (default: its current one).")
    private @Nullable String context;

    @Option(
            names = {"-n", "--namespace"},
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description = "Where Koord Bridge is installed. Default:%n$COLO_NAMESPACE, else " + NAMESPACE + ".")
    private @Nullable String namespace;

    public ClusterOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Whether a cluster is known. */
    public boolean given() {
        return kubeconfig != null
                || context != null
                || namespace != null
                || !variable("KUBECONFIG").isEmpty()
                || !variable("KUBERNETES_SERVICE_HOST").isEmpty()
                || homeHasKubeconfig();
    }

    /** The cluster that the options and the environment name. */
    public ClusterChoice choice() {
        String files = kubeconfig == null ? variable("KUBECONFIG") : kubeconfig;
        String place = namespace == null ? variable("COLO_NAMESPACE") : namespace;
        return new ClusterChoice(files.isEmpty() ? null : files, context, place.isEmpty() ? NAMESPACE : place);
    }

    private boolean homeHasKubeconfig() {
        String home = variable("HOME");
        return !home.isEmpty() && Files.isReadable(Path.of(home, ".kube", "config"));
    }

    private String variable(String name) {
        return environment.getOrDefault(name, "").strip();
    }
}
