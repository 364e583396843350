package io.koordbridge.bench.app;

import io.koordbridge.bench.admission.WebhookBenchmark;
import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.Recording;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench webhook}. */
@Command(
        name = "webhook",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The pod webhook of a koord-manager process over TLS, three profiles, every other pod changed:",
            "latency at a steady rate, CPU per request, highest rate. The manager has one core, the driver another."
        })
final class WebhookCommand implements Callable<Integer> {

    @Option(names = "--rate", defaultValue = "200", description = "Requests a second (default ${DEFAULT-VALUE}).")
    private int rate;

    @Option(names = "--connections", defaultValue = "64", description = "Connections (default ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--seconds", defaultValue = "60", description = "How long (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--manager-core",
            defaultValue = "0",
            description = "The manager's core (default ${DEFAULT-VALUE}).")
    private String managerCore = "0";

    @Option(names = "--driver-core", defaultValue = "1", description = "Everything else's (default ${DEFAULT-VALUE}).")
    private String driverCore = "1";

    @Spec
    private @Nullable CommandSpec spec;

    WebhookCommand() {}

    @Override
    public Integer call() {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("webhook")
                .parameter("rate", rate)
                .parameter("connections", connections)
                .parameter("seconds", seconds)
                .note("latency counts from when a request was due, over kept TLS connections");
        Cores.stayOn(driverCore);
        try (Cluster cluster = Cluster.start(run.directory().resolve("webhook"), run::progress)) {
            new WebhookBenchmark(cluster, recording, run::progress)
                    .run(rate, connections, Duration.ofSeconds(seconds), managerCore);
        }
        return run.finish(recording);
    }
}
