package io.koordbridge.colo.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.plan.metricsserver.EarlyEnd;
import io.koordbridge.colo.plan.metricsserver.MetricsServerSource;
import io.koordbridge.colo.plan.prometheus.PrometheusOptions;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.colo.plan.recording.TraceFile;
import io.koordbridge.colo.terminal.PastTime;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.colo.terminal.Span;
import io.koordbridge.replay.NodeSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the use of nodes comes from. */
final class SourceOptions {
    private static final String ALL = "all";
    private static final String NO_POOL = "none";
    private static final Pattern LABEL =
            Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Duration SHORTEST_POLL = Duration.ofSeconds(15);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(60);
    private static final String PROMETHEUS = "--prometheus";
    private static final String METRICS_SERVER = "--metrics-server";
    private static final String TRACE = "--trace";
    /** The source that an option is about; it would change nothing with another one. */
    private static final Map<String, String> ABOUT = Map.ofEntries(
            Map.entry("--prometheus-token-file", PROMETHEUS),
            Map.entry("--prometheus-ca", PROMETHEUS),
            Map.entry("--prometheus-match", PROMETHEUS),
            Map.entry("--node-label", PROMETHEUS),
            Map.entry("--from", PROMETHEUS),
            Map.entry("--step", PROMETHEUS),
            Map.entry("--subtract-best-effort", PROMETHEUS),
            Map.entry("--for", METRICS_SERVER),
            Map.entry("--poll", METRICS_SERVER),
            Map.entry("--node-cores", TRACE),
            Map.entry("--node-memory", TRACE));

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Mixin
    private PrometheusOptions prometheus = new PrometheusOptions();

    @Option(
            names = "--subtract-best-effort",
            description =
                    "The best-effort tier is batch work on every node. Default: where%nkube-state-metrics shows batch-cpu.")
    private boolean subtractBestEffort;

    @Option(
            names = METRICS_SERVER,
            description =
                    "Watch metrics-server, which keeps no history; Ctrl-C ends early and plans with what is there.")
    private boolean metricsServer;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Span.class,
            defaultValue = "1h",
            description = "How long to watch it, such as 30m or 24h (default: ${DEFAULT-VALUE}).")
    private Duration watch = Duration.ofHours(1);

    @Option(
            names = "--poll",
            paramLabel = "TIME",
            converter = PastTime.class,
            defaultValue = "30s",
            description = "Time between two looks, 15s to 60s (default: ${DEFAULT-VALUE}).")
    private Duration poll = Duration.ofSeconds(30);

    @Option(
            names = TRACE,
            paramLabel = "FILE",
            description = "Read a file, also packed (.gz): node,seconds,cpu_percent,memory_percent.")
    private @Nullable Path trace;

    @Option(
            names = "--node-cores",
            paramLabel = "CORES",
            converter = NodeAmounts.Cores.class,
            defaultValue = "64",
            description = "Cores of the nodes of a trace, which has none (default: ${DEFAULT-VALUE}).")
    private long milliCpu = NodeSize.DEFAULT.milliCpu();

    @Option(
            names = "--node-memory",
            paramLabel = "BYTES",
            converter = NodeAmounts.Memory.class,
            defaultValue = "256Gi",
            description = "Memory of the nodes of a trace (default: ${DEFAULT-VALUE}).")
    private long bytes = NodeSize.DEFAULT.bytes();

    @Option(
            names = "--pool-label",
            paramLabel = "LABEL",
            description =
                    "Nodes with the same value of this label are a pool. Needs a cluster and the right to list nodes. Default: all nodes are one.")
    private @Nullable String poolLabel;

    /** What is wrong with the options; empty for nothing. */
    String problem() {
        long given = Stream.of(prometheus.given(), metricsServer, trace != null)
                .filter(one -> one)
                .count();
        if (given != 1) {
            return (given == 0 ? "Where is the use of nodes recorded?" : "Only one source at a time:")
                    + " --prometheus URL, --metrics-server or --trace FILE";
        }
        String source = prometheus.given() ? PROMETHEUS : metricsServer ? METRICS_SERVER : TRACE;
        Optional<String> stray = strays(source).findFirst();
        if (stray.isPresent()) {
            return stray.get() + " is only for " + ABOUT.get(stray.get()) + ", not for " + source;
        }
        if (poll.compareTo(SHORTEST_POLL) < 0 || poll.compareTo(LONGEST_POLL) > 0) {
            return "--poll " + poll.toSeconds() + "s is not allowed: 15s to 60s";
        }
        if (poolLabel != null && !LABEL.matcher(poolLabel).matches()) {
            return "--pool-label '" + poolLabel + "' is no name of a label, such as pool or example.com/pool";
        }
        return prometheus.problem();
    }

    private Stream<String> strays(String source) {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(option -> !ABOUT.getOrDefault(option, source).equals(source));
    }

    /** Whether it takes as long as the user lets it. */
    boolean watches() {
        return metricsServer;
    }

    /**
     * Reads it.
     *
     * @param end ends a watch early
     * @throws IOException when the file of a trace cannot be read, or is another file
     */
    Recording read(Session session, EarlyEnd end, Consumer<String> progress) throws IOException {
        if (prometheus.given()) {
            return prometheus.source(session.timeout()).read(Clock.systemUTC().instant(), subtractBestEffort, progress);
        }
        if (trace != null) {
            return TraceFile.read(trace, new NodeSize(milliCpu, bytes));
        }
        ClusterAccess access = session.cluster();
        int looks = (int) Math.max(1, watch.toSeconds() / poll.toSeconds());
        return access.ask(() -> new MetricsServerSource(access.client(), progress).watch(looks, end::rest, poll));
    }

    /** Pools by names of nodes. */
    UnaryOperator<String> pools(Session session) {
        if (poolLabel == null) {
            return node -> ALL;
        }
        Map<String, String> pools = pools(session.cluster(), poolLabel);
        return node -> pools.getOrDefault(node, NO_POOL);
    }

    private static Map<String, String> pools(ClusterAccess access, String label) {
        Map<String, String> pools = new HashMap<>();
        KubernetesClient client = access.client();
        for (Node node : access.ask(() -> client.nodes().list().getItems())) {
            Map<String, String> labels = node.getMetadata().getLabels();
            pools.put(node.getMetadata().getName(), labels == null ? NO_POOL : labels.getOrDefault(label, NO_POOL));
        }
        return pools;
    }
}
