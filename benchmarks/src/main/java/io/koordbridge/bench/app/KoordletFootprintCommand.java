package io.koordbridge.bench.app;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.koordlet.Footprint;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench koordlet-footprint}. */
@Command(
        name = "koordlet-footprint",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Memory, CPU, threads and collections of koordlet as a process on groups of the kernel (version 1, root).")
final class KoordletFootprintCommand implements Callable<Integer> {

    private static final String SHARED =
            "etcd, API server and this driver share the machine's cores; what the node uses is pretended";

    @Option(names = "--seconds", defaultValue = "600", description = "Of each size (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--containers",
            split = ",",
            defaultValue = "0,50,150",
            description = "Sizes (default ${DEFAULT-VALUE}).")
    private List<Integer> containers = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    KoordletFootprintCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("koordlet-footprint")
                .parameter("seconds", seconds)
                .parameter("containers", containers)
                .note(SHARED);
        Path directory = run.directory().resolve("koordlet-footprint");
        try (Cluster cluster = Cluster.start(directory, run::progress)) {
            new Footprint(cluster, directory, recording).run(containers, Duration.ofSeconds(seconds), run::progress);
        }
        return run.finish(recording);
    }
}
