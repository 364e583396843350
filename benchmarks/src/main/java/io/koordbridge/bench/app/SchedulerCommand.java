package io.koordbridge.bench.app;

import io.koordbridge.bench.report.Recording;
import io.koordbridge.bench.scheduling.PodLoad;
import io.koordbridge.bench.scheduling.SchedulingBenchmark;
import io.koordbridge.bench.scheduling.SchedulingOptions;
import io.koordbridge.bench.scheduling.Waiting;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench scheduler}. */
@Command(
        name = "scheduler",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Schedulers in turn on one real API server, each with the same backlog of batch pods, of pods with CPUs of their own on one",
            "NUMA node, and of both: stock kube-scheduler, the same with koord-scheduler's extender, and another executable if given."
        })
final class SchedulerCommand implements Callable<Integer> {

    @Option(names = "--nodes", defaultValue = "1000", description = "Nodes (default ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--pods", defaultValue = "50", description = "Pods on each node (default ${DEFAULT-VALUE}).")
    private int pods;

    @Option(names = "--backlog", defaultValue = "3000", description = "Pods that wait (default ${DEFAULT-VALUE}).")
    private int backlog;

    @Option(names = "--rounds", defaultValue = "3", description = "How often (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--loads",
            split = ",",
            defaultValue = "PLAIN,NUMA,MIXED",
            description = "Kinds of waiting pods: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<PodLoad> loads = List.of();

    @Option(
            names = "--shapes",
            defaultValue = "1",
            description = "In how many different amounts the waiting pods request (default ${DEFAULT-VALUE}).")
    private int shapes;

    @Option(
            names = "--unfit",
            description = "One more arm beside this many pods that fit nowhere (default: no such arm).")
    private int unfit;

    @Option(
            names = "--back-offs",
            split = ",",
            description =
                    "The arm of --unfit once for each of these values of podMaxBackoffSeconds (default: as shipped).")
    private List<Integer> backOffs = List.of();

    @Option(
            names = "--choice",
            description =
                    "One more arm in which kube-scheduler chooses among the best nodes (extender.oneNode: false).")
    private boolean choice;

    @Option(
            names = "--beyond-quota",
            description =
                    "Instead of backlogs: 20 pods/s come and go, without and beside this many gated pods beyond their quota.")
    private int beyondQuota;

    @Option(
            names = "--load-awareness",
            description =
                    "A NodeMetric of each node a minute, one more arm without load awareness, and the cost of the reports.")
    private boolean loadAwareness;

    @Option(names = "--other", description = "Executable of another scheduler.")
    private @Nullable Path other;

    @Option(names = "--other-config", description = "Its KubeSchedulerConfiguration, profile koord-scheduler.")
    private @Nullable Path otherConfiguration;

    @Spec
    private @Nullable CommandSpec spec;

    SchedulerCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("scheduler-" + nodes + "x" + pods)
                .parameter("nodes", nodes)
                .parameter("podsPerNode", pods)
                .parameter("backlog", backlog)
                .parameter("rounds", rounds)
                .parameter("loads", loads)
                .parameter("shapes", shapes)
                .parameter("unfit", unfit)
                .parameter("backOffs", backOffs)
                .parameter("choice", choice)
                .parameter("beyondQuota", beyondQuota)
                .parameter("loadAwareness", loadAwareness)
                .note("etcd, API server, scheduler, extender and this driver share the machine's cores")
                .note("speed and CPU between a tenth and nine tenths of the backlog, median of the rounds");
        SchedulingBenchmark.run(
                new SchedulingOptions(
                        nodes,
                        pods,
                        backlog,
                        rounds,
                        new Waiting(loads, shapes),
                        new SchedulingOptions.Variants(unfit, backOffs, choice),
                        beyondQuota,
                        loadAwareness,
                        other,
                        otherConfiguration),
                run.directory(),
                recording,
                run::progress);
        return run.finish(recording);
    }
}
