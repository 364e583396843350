package io.koordbridge.bench.app;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.koordlet.Latency;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench koordlet-latency}. */
@Command(
        name = "koordlet-latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "From a load to the limit, and from a shortage of memory to the eviction, by koordlet as a process (groups of version 1, root).")
final class KoordletLatencyCommand implements Callable<Integer> {

    private static final String SHARED =
            "etcd, API server and this driver share the machine's cores; what the node uses is pretended";

    @Option(
            names = "--rounds",
            defaultValue = "200",
            description = "Of each scene, about seven seconds each (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--scenes",
            split = ",",
            defaultValue = "IDLE,BUSY,BIRTHS",
            description = "For load to write: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<Latency.Scene> scenes = List.of();

    @Option(
            names = "--no-eviction",
            negatable = true,
            description = "Leave out the shortage of memory (default: it is measured).")
    private boolean eviction = true;

    @Spec
    private @Nullable CommandSpec spec;

    KoordletLatencyCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("koordlet-latency")
                .parameter("rounds", rounds)
                .parameter("scenes", scenes)
                .note(SHARED);
        Path directory = run.directory().resolve("koordlet-latency");
        try (Cluster cluster = Cluster.start(directory, run::progress)) {
            Latency latency = new Latency(cluster, directory, recording, rounds);
            for (Latency.Scene scene : scenes) {
                latency.suppression(scene, run::progress);
            }
            if (eviction) {
                latency.eviction(run::progress);
            }
        }
        return run.finish(recording);
    }
}
