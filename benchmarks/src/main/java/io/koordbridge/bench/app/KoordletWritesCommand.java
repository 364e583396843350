package io.koordbridge.bench.app;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.koordlet.WriteRate;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench koordlet-writes}. */
@Command(
        name = "koordlet-writes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Writes of koordlet to the API server and to control groups, with constant load and with load that goes 20 %% up and down.")
final class KoordletWritesCommand implements Callable<Integer> {

    private static final String SHARED =
            "etcd, API server and this driver share the machine's cores; what the node uses is pretended";

    @Option(names = "--seconds", defaultValue = "3600", description = "Of each load (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Spec
    private @Nullable CommandSpec spec;

    KoordletWritesCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording =
                run.record("koordlet-writes").parameter("seconds", seconds).note(SHARED);
        Path directory = run.directory().resolve("koordlet-writes");
        try (Cluster cluster = Cluster.start(directory, run::progress)) {
            new WriteRate(cluster, recording, run::progress).run(directory, Duration.ofSeconds(seconds));
        }
        return run.finish(recording);
    }
}
