package io.koordbridge.bench.app;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.reaction.ReactionBench;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench reaction}. */
@Command(
        name = "reaction",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "From the load of a node to the limit in its kernel and to what YARN schedules on, and back, with the settings of the quickstart (four",
            "minutes) and with all defaults (a quarter of an hour): koordlet, koord-manager, yarn-operator, ResourceManager, NodeManager and API",
            "server as processes. /proc and control groups are files whose load the benchmark sets."
        })
final class ReactionCommand implements Callable<Integer> {

    @Option(
            names = "--settings",
            split = ",",
            defaultValue = "quickstart,defaults",
            description = "Columns (default ${DEFAULT-VALUE}).")
    private List<String> settings = List.of();

    @Option(names = "--rounds", defaultValue = "1", description = "Of each column (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--jumps",
            defaultValue = "4",
            description = "Of the load in a round, up to 4 (default ${DEFAULT-VALUE}).")
    private int jumps;

    @Option(names = "--quick", description = "One jump with the settings of the quickstart, two to five minutes.")
    private boolean quick;

    @Spec
    private @Nullable CommandSpec spec;

    ReactionCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        List<String> columns = quick ? List.of("quickstart") : settings;
        int steps = quick ? 1 : Math.max(1, Math.min(4, jumps));
        Recording recording = run.record("reaction")
                .parameter("settings", columns)
                .parameter("rounds", rounds)
                .parameter("jumps", steps)
                .note(
                        "one node of 64 CPUs whose load is exact; all processes and this driver share the machine's cores");
        for (String column : columns) {
            // A socket has a short path.
            Path directory = Files.createTempDirectory("reaction");
            try (Cluster cluster = Cluster.start(directory, run::progress)) {
                new ReactionBench(column, recording, run::progress).run(cluster, directory, rounds, steps);
            }
        }
        return run.finish(recording);
    }
}
