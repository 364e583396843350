package io.koordbridge.bench.app;

import io.koordbridge.bench.koordlet.TickBenchmark;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.process.ProjectLayout;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench koordlet-tick}. */
@Command(
        name = "koordlet-tick",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "CPU and garbage of one tick of koordlet that writes nothing, by number of containers: plain files (version 2) with the policies",
            "cpuset and cfsQuota and with all gates, and groups of the kernel (version 1, root) with policy cpuset."
        })
final class KoordletTickCommand implements Callable<Integer> {

    @Option(
            names = "--containers",
            split = ",",
            defaultValue = "50,150,500",
            description = "How many, two in each pod (default ${DEFAULT-VALUE}).")
    private List<String> containers = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    KoordletTickCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        List<String> jvm = ProjectLayout.find().jvmOptions("koordlet-agent");
        Recording recording = run.record("koordlet-tick")
                .parameter("jvm", jvm)
                .note("CPU of the thread that ticks; /proc is plain files, /sys the machine's");
        run.progress("measuring for about two minutes");
        TickBenchmark.run(recording, jvm, containers);
        return run.finish(recording);
    }
}
