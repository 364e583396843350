package io.koordbridge.bench.app;

import io.koordbridge.bench.batch.BatchBenchmark;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.manager.ManagerReplica;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench manager-batch}. */
@Command(
        name = "manager-batch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Batch capacity of one node with 10, 50 and 150 pods, warm, on one core, with the shipped JVM options.")
final class BatchCommand implements Callable<Integer> {

    @Option(names = "--forks", defaultValue = "2", description = "JVMs one after the other (default ${DEFAULT-VALUE}).")
    private int forks;

    @Spec
    private @Nullable CommandSpec spec;

    BatchCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        List<String> jvm = ManagerReplica.shippedJvmArguments();
        Recording recording = run.record("manager-batch")
                .parameter("forks", forks)
                .parameter("jvm", jvm)
                .note("fromCaches is what a pass calculates; fromObjects reduces all pods and the report anew");
        Cores.stayOn("0");
        run.progress("measuring for about " + 48 * forks + " s");
        BatchBenchmark.run(recording, jvm, forks);
        return run.finish(recording);
    }
}
