package io.koordbridge.bench.app;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.cluster.ClusterRules;
import io.koordbridge.bench.cluster.ClusterSize;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.bench.scale.ManagerScale;
import io.koordbridge.bench.scale.ScaleOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench manager-scale}. */
@Command(
        name = "manager-scale",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "koord-manager as a process against a real API server with N nodes, their pods and a NodeMetric each:",
            "start until all nodes are published, a threshold change, single reports, a steady state without writes."
        })
final class ScaleCommand implements Callable<Integer> {

    @Option(names = "--nodes", defaultValue = "1000", description = "Nodes (default ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--pods", defaultValue = "50", description = "Pods on each node (default ${DEFAULT-VALUE}).")
    private int pods;

    @Option(names = "--profiles", defaultValue = "20", description = "Colocation profiles (default ${DEFAULT-VALUE}).")
    private int profiles;

    @Option(
            names = "--entries",
            defaultValue = "50",
            description = "Parts of colocation-config for some nodes (default ${DEFAULT-VALUE}).")
    private int entries;

    @Option(names = "--quotas", defaultValue = "2000", description = "Elastic quotas (default ${DEFAULT-VALUE}).")
    private int quotas;

    @Option(
            names = "--steady-seconds",
            defaultValue = "60",
            description = "How long only unchanged reports arrive, one per node and minute (default ${DEFAULT-VALUE}).")
    private int steadySeconds;

    @Option(names = "--changes", defaultValue = "200", description = "Single changes (default ${DEFAULT-VALUE}).")
    private int changes;

    @Option(
            names = "--class-archive",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Start the manager with an archive of its classes, as an image would (default: with one).")
    private boolean classArchive;

    @Option(names = "--jvm", description = "Argument of the manager's JVM besides the shipped ones. May be repeated.")
    private List<String> jvm = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    ScaleCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("manager-scale-" + nodes + "x" + pods)
                .parameter("nodes", nodes)
                .parameter("podsPerNode", pods)
                .parameter("profiles", profiles)
                .parameter("entries", entries)
                .parameter("quotas", quotas)
                .parameter("steadySeconds", steadySeconds)
                .parameter("changes", changes)
                .parameter("classArchive", classArchive)
                .parameter("jvm", jvm)
                .note("etcd, API server, manager and this driver share the machine's cores")
                .note("pods, nodes and reports are stored in etcd directly, as copies of ones created by requests");
        try (Cluster cluster = Cluster.start(run.directory().resolve("manager-scale"), run::progress)) {
            List<String> arguments = new ArrayList<>(jvm);
            if (classArchive) {
                arguments.add("-XX:SharedArchiveFile=" + cluster.classArchive());
            }
            ScaleOptions options = new ScaleOptions(
                    new ClusterSize(nodes, pods),
                    new ClusterRules(profiles, entries, quotas),
                    Duration.ofSeconds(steadySeconds),
                    changes,
                    arguments);
            cluster.fill(options.size(), options.rules());
            new ManagerScale(cluster, options, recording, run::progress).run();
        }
        return run.finish(recording);
    }
}
