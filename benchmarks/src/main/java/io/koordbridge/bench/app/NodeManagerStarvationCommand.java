package io.koordbridge.bench.app;

import io.koordbridge.bench.koordlet.StarvationFigures;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.starvation.StarvedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench nodemanager-starvation}. */
@Command(
        name = "nodemanager-starvation",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Heartbeats and web server of a NodeManager in the best-effort tier while its containers spin on every CPU and the tier is at its",
            "floor: real ResourceManager, NodeManager, plugin and koordlet (groups of version 1, root)."
        })
final class NodeManagerStarvationCommand implements Callable<Integer> {

    @Option(names = "--seconds", defaultValue = "600", description = "Of looks (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Spec
    private @Nullable CommandSpec spec;

    NodeManagerStarvationCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("nodemanager-starvation")
                .parameter("seconds", seconds)
                .note("looks at which a process outside of the tier waited for CPU as well are counted apart");
        // A socket has a short path.
        Path directory = Files.createTempDirectory("starved");
        run.progress("starting, files in " + directory);
        try (StarvedNode node = new StarvedNode(directory)) {
            run.progress("the tier is at its floor");
            StarvationFigures.record(recording, node.watch(Duration.ofSeconds(seconds)));
        }
        return run.finish(recording);
    }
}
