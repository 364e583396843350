package io.koordbridge.bench.app;

import io.koordbridge.bench.reaction.ReplayBench;
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

/** {@code bench replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What a shorter window, report interval or grow interval costs and gains: recorded load of machines through the rules of the chain.",
            "Nothing is started."
        })
final class ReplayCommand implements Callable<Integer> {

    @Option(
            names = "--trace",
            split = ",",
            description =
                    "Files with lines node,seconds,cpu_percent behind a heading, plain or .gz. Without one only the times are calculated.")
    private List<Path> traces = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    ReplayCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("replay")
                .parameter("traces", traces.stream().map(Path::toString).toList())
                .note(
                        "YARN takes all there is, its containers run for ten minutes on average; shorter than a sample nothing is seen");
        ReplayBench.run(traces, recording);
        return run.finish(recording);
    }
}
