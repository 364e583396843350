package io.koordbridge.bench.app;

import io.koordbridge.bench.quota.QuotaBenchmark;
import io.koordbridge.bench.report.Recording;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench quota}. */
@Command(
        name = "quota",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runtimes of 2,000 quotas of four resources at depth 4: all anew, one demand, one quota, one admission; warm, on one core.")
final class QuotaCommand implements Callable<Integer> {

    @Option(names = "--forks", defaultValue = "2", description = "JVMs one after the other (default ${DEFAULT-VALUE}).")
    private int forks;

    @Spec
    private @Nullable CommandSpec spec;

    QuotaCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        List<String> jvm = List.of("-Xmx256m", "-XX:+UseSerialGC");
        Recording recording = run.record("quota")
                .parameter("forks", forks)
                .parameter("jvm", jvm)
                .note("the quotas request twice of what there is");
        Cores.stayOn("0");
        run.progress("measuring for about " + 48 * forks + " s");
        QuotaBenchmark.run(recording, jvm, forks);
        return run.finish(recording);
    }
}
