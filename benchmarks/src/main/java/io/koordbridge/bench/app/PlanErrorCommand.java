package io.koordbridge.bench.app;

import io.koordbridge.bench.planerror.PlanError;
import io.koordbridge.bench.planerror.PlanErrorOptions;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench plan-error}. */
@Command(
        name = "plan-error",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "How far colo plan is from what is delivered then: the use of a real node is recorded without our processes by a Prometheus, planned with,",
            "and compared with the CPU of batch work under the same load once agent and manager run. Real kubelet, containerd and kernel (bin/lab up",
            "--node: root, control groups version 1)."
        })
final class PlanErrorCommand implements Callable<Integer> {

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds, each with a load of its own (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "60",
            description = "Of each record, without and with us: 30 to 3600 (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--seed", defaultValue = "1", description = "Of the load of the first round (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--max-error",
            paramLabel = "PERCENT",
            description =
                    "End with 1 when the median of the errors is above so many percent of the node; the goal is 5.")
    private @Nullable Double maxError;

    @Spec
    private @Nullable CommandSpec spec;

    PlanErrorCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        PlanErrorOptions options = new PlanErrorOptions(rounds, seconds, seed);
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("plan-error")
                .parameter("options", options)
                .note(
                        "only the work of the node counts as its use: pods and agent, by a /proc that counts nothing else")
                .note("differences are planned less delivered; source, use, rules and kernel add up to the difference");
        if (maxError != null) {
            recording.target(PlanError.MEDIAN, maxError);
        }
        // A socket has a short path.
        Path directory = Files.createTempDirectory("plan");
        run.progress("starting, files in " + directory);
        new PlanError(options, recording, run::progress).run(directory);
        return run.finish(recording);
    }
}
