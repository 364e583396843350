package io.koordbridge.bench.app;

import io.koordbridge.bench.descheduler.DeschedulerOptions;
import io.koordbridge.bench.descheduler.DeschedulerScale;
import io.koordbridge.bench.report.Recording;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench descheduler}. */
@Command(
        name = "descheduler",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "koord-descheduler as a process against a real API server with N nodes, their pods and reports, of which",
            "some are overloaded: start until the first run, CPU of a run on one core, memory."
        })
final class DeschedulerCommand implements Callable<Integer> {

    @Option(names = "--nodes", defaultValue = "1000", description = "Nodes (default ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--pods", defaultValue = "50", description = "Pods on each node (default ${DEFAULT-VALUE}).")
    private int pods;

    @Option(names = "--hot", defaultValue = "50", description = "Overloaded nodes (default ${DEFAULT-VALUE}).")
    private int hot;

    @Option(names = "--runs", defaultValue = "15", description = "Runs that are measured (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--other",
            description = "Command line of another descheduler, measured on the same nodes; gets --kubeconfig FILE.")
    private @Nullable String other;

    @Spec
    private @Nullable CommandSpec spec;

    DeschedulerCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("descheduler-" + nodes + "x" + pods)
                .parameter("nodes", nodes)
                .parameter("podsPerNode", pods)
                .parameter("hot", hot)
                .parameter("runs", runs)
                .note("etcd, API server and this driver share the machine's cores; the descheduler is bound to one")
                .note("a dry run: each run sees the same overloaded nodes")
                .note("pods, nodes and reports are stored in etcd directly, as copies of ones created by requests");
        new DeschedulerScale(
                        new DeschedulerOptions(nodes, pods, hot, runs, Optional.ofNullable(other)),
                        run.directory().resolve("descheduler"),
                        recording,
                        run::progress)
                .run();
        return run.finish(recording);
    }
}
