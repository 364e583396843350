package io.koordbridge.bench.app;

import io.koordbridge.bench.online.OnlineLatency;
import io.koordbridge.bench.online.OnlineOptions;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench online-latency}. */
@Command(
        name = "online-latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Response times of an online service by itself, beside batch threads in the best-effort tier that koordlet limits, and beside the same",
            "threads in an ordinary pod. Arrivals are fixed in advance and times count from them. Real processes in control groups of the kernel",
            "(root; version 1, or version 2, as in bin/lab vm)."
        })
final class OnlineLatencyCommand implements Callable<Integer> {

    private static final String DEFAULT = " (default ${DEFAULT-VALUE}).";

    @Option(names = "--requests", defaultValue = "20000", description = "Of each arm" + DEFAULT)
    private int requests;

    @Option(names = "--blocks", defaultValue = "20", description = "Into which they are divided" + DEFAULT)
    private int blocks;

    @Option(
            names = "--settle-millis",
            defaultValue = "4000",
            description = "Of load before each block that does not count" + DEFAULT)
    private int settleMillis;

    @Option(names = "--request-micros", defaultValue = "2000", description = "CPU of one request" + DEFAULT)
    private int requestMicros;

    @Option(names = "--load-percent", defaultValue = "30", description = "Of the machine, by the requests" + DEFAULT)
    private int loadPercent;

    @Option(names = "--batch-threads", defaultValue = "0", description = "0: two for each CPU" + DEFAULT)
    private int batchThreads;

    @Option(names = "--policy", defaultValue = "cpuset", description = "cpuset or cfsQuota" + DEFAULT)
    private String policy = "cpuset";

    @Option(names = "--threshold-percent", defaultValue = "65", description = "Of suppression" + DEFAULT)
    private int thresholdPercent;

    @Option(
            names = "--set",
            mapFallbackValue = "true",
            paramLabel = "GATE[=BOOLEAN]",
            description = "Switches a gate of koordlet.")
    private Map<String, Boolean> gates = new TreeMap<>();

    @Option(
            names = "--slo",
            defaultValue = "",
            description = "More of the NodeSLO, such as 'cpuBurstStrategy: {policy: auto}'.")
    private String slo = "";

    @Option(names = "--seed", defaultValue = "1", description = "Of arrivals, order and intervals" + DEFAULT)
    private long seed;

    @Spec
    private @Nullable CommandSpec spec;

    OnlineLatencyCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        int threads = batchThreads > 0 ? batchThreads : 2 * Runtime.getRuntime().availableProcessors();
        OnlineOptions options = new OnlineOptions(
                requests,
                blocks,
                settleMillis,
                requestMicros,
                loadPercent,
                threads,
                policy,
                thresholdPercent,
                new OnlineOptions.Agent(gates, slo),
                seed);
        Recording recording = run.record("online-latency").parameter("options", options);
        // A socket has a short path.
        Path directory = Files.createTempDirectory("online");
        run.progress("starting, files in " + directory);
        new OnlineLatency(options, recording).run(directory, run::progress);
        return run.finish(recording);
    }
}
