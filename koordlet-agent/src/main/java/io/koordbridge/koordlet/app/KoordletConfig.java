package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.report.CollectPolicy;
import io.koordbridge.koordlet.report.SurgePolicy;
import io.koordbridge.koordlet.store.StoreLimits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The configuration file; every part and every key may be left out. */
public record KoordletConfig(
        @JsonPropertyDescription("Name of the Node object; the flag --node-name, then the environment NODE_NAME win.")
        @Nullable
        String nodeName,

        @JsonPropertyDescription("How to reach the API server; nothing set means the service account of the pod.")
        Kubernetes kubernetes,

        @JsonPropertyDescription("Where the kernel's file systems are mounted.")
        Roots roots,

        @JsonProperty("observeOnly") @JsonPropertyDescription("Measure and report, write no control group.")
        boolean observesOnly,

        @JsonPropertyDescription("How often to measure, and how much to keep.")
        Collect collect,

        @JsonPropertyDescription("Reports in the NodeMetric: floors under what its spec asks for, and early reports.")
        Report report,

        @JsonPropertyDescription("Suppression of best-effort work.")
        Suppress suppress,

        @JsonPropertyDescription("Limits of best-effort pods from their batch resources.")
        BatchResource batchResource,

        @JsonPropertyDescription("The best-effort tier of control groups.")
        Tier tier,

        @JsonPropertyDescription("The plugin in the node's NodeManager.")
        Yarn yarn,

        @JsonPropertyDescription("The record of every write to a control group.")
        Audit audit,

        @JsonPropertyDescription("Health, state and metrics over HTTP.")
        Admin admin) {

    private static final int MOST_BYTES = 1 << 30;

    public static final KoordletConfig DEFAULT = new KoordletConfig(
            null,
            Kubernetes.DEFAULT,
            Roots.DEFAULT,
            false,
            Collect.DEFAULT,
            Report.DEFAULT,
            Suppress.DEFAULT,
            BatchResource.DEFAULT,
            Tier.DEFAULT,
            Yarn.DEFAULT,
            Audit.DEFAULT,
            Admin.DEFAULT);

    public KoordletConfig {
        kubernetes = Objects.requireNonNullElse(kubernetes, Kubernetes.DEFAULT);
        roots = Objects.requireNonNullElse(roots, Roots.DEFAULT);
        collect = Objects.requireNonNullElse(collect, Collect.DEFAULT);
        report = Objects.requireNonNullElse(report, Report.DEFAULT);
        suppress = Objects.requireNonNullElse(suppress, Suppress.DEFAULT);
        batchResource = Objects.requireNonNullElse(batchResource, BatchResource.DEFAULT);
        tier = Objects.requireNonNullElse(tier, Tier.DEFAULT);
        yarn = Objects.requireNonNullElse(yarn, Yarn.DEFAULT);
        audit = Objects.requireNonNullElse(audit, Audit.DEFAULT);
        admin = Objects.requireNonNullElse(admin, Admin.DEFAULT);
        report.requireWindowFor(collect);
    }

    /** How to reach the API server; nothing means the service account of the pod. */
    public record Kubernetes(
            @JsonPropertyDescription("File with the address and the credentials.") @Nullable
            String kubeconfig,

            @JsonPropertyDescription("URL of the API server, instead of a file; plain http allowed.") @Nullable
            String apiServer,

            @Min(1) @Max(300) @JsonPropertyDescription("Limit of one call.")
            int requestTimeoutSeconds) {
        static final Kubernetes DEFAULT = new Kubernetes(null, null, 10);

        public Kubernetes {
            requestTimeoutSeconds =
                    Require.orDefault("kubernetes.requestTimeoutSeconds", requestTimeoutSeconds, 10, 1, 300);
        }
    }

    /** Where the kernel's file systems are mounted. */
    public record Roots(
            @JsonPropertyDescription("Control groups, version 1 or 2.")
            String cgroup,

            @JsonPropertyDescription("Processes.") String proc,

            @JsonPropertyDescription("Processors and NUMA nodes.")
            String sys) {
        static final Roots DEFAULT = new Roots("/sys/fs/cgroup", "/proc", "/sys");

        public Roots {
            cgroup = Require.notEmpty("roots.cgroup", cgroup, "/sys/fs/cgroup");
            proc = Require.notEmpty("roots.proc", proc, "/proc");
            sys = Require.notEmpty("roots.sys", sys, "/sys");
        }
    }

    /** How often to measure, and how much to keep. */
    public record Collect(
            @Min(200)
            @Max(10_000)
            @JsonPropertyDescription("Time between two samples of everything; suppression decides as often.")
            int intervalMillis,

            @Min(100)
            @Max(10_000)
            @JsonPropertyDescription(
                    "Time between two looks at the whole node alone, which see a jump before the next sample; at most"
                            + " collect.intervalMillis.")
            int surgeLookMillis,

            @Min(LEAST_STORE)
            @Max(MOST_BYTES)
            @JsonPropertyDescription("Memory for samples; when it is full no new series begins.")
            long storeMaxBytes,

            @Min(60) @Max(3600) @JsonPropertyDescription("How long samples of pods and host applications are kept.")
            int podRetentionSeconds) {
        private static final int LEAST_STORE = 100_000;
        static final Collect DEFAULT = new Collect(0, 0, 0, 0);

        public Collect {
            intervalMillis = Require.orDefault("collect.intervalMillis", intervalMillis, 1000, 200, 10_000);
            surgeLookMillis = Require.orDefault(
                    "collect.surgeLookMillis", surgeLookMillis, Math.min(250, intervalMillis), 100, 10_000);
            if (surgeLookMillis > intervalMillis) {
                throw new IllegalArgumentException("collect.surgeLookMillis = " + surgeLookMillis + ": want 100 to "
                        + intervalMillis + ", at most collect.intervalMillis");
            }
            storeMaxBytes = Require.orDefault(
                    "collect.storeMaxBytes", storeMaxBytes, StoreLimits.DEFAULT.maxBytes(), LEAST_STORE, MOST_BYTES);
            podRetentionSeconds = Require.orDefault("collect.podRetentionSeconds", podRetentionSeconds, 600, 60, 3600);
        }

        Duration interval() {
            return Duration.ofMillis(intervalMillis);
        }

        Duration surgeLook() {
            return Duration.ofMillis(surgeLookMillis);
        }

        StoreLimits limits() {
            return new StoreLimits(
                    storeMaxBytes,
                    StoreLimits.DEFAULT.nodeRetention(),
                    Duration.ofSeconds(podRetentionSeconds),
                    StoreLimits.DEFAULT.containerRetention());
        }
    }

    /** Floors of the NodeMetric's spec, and early reports. */
    public record Report(
            @JsonPropertyDescription("Whether this node is reported.")
            Boolean enabled,

            @Min(1)
            @Max(LONGEST_SECONDS)
            @JsonPropertyDescription(
                    "No report by the timer comes sooner after the last, whatever the NodeMetric asks for.")
            int minIntervalSeconds,

            @Min(1)
            @Max(LONGEST_SECONDS)
            @JsonPropertyDescription("No average is over a shorter window; at least twice collect.intervalMillis.")
            int minAggregateSeconds,

            @JsonPropertyDescription("Reports ahead of the timer.")
            Surge surge) {
        static final Report DEFAULT = new Report(true, 0, 0, Surge.DEFAULT);
        private static final int LONGEST_SECONDS = 3600;

        public Report {
            enabled = Objects.requireNonNullElse(enabled, true);
            minIntervalSeconds =
                    Require.orDefault("report.minIntervalSeconds", minIntervalSeconds, 30, 1, LONGEST_SECONDS);
            minAggregateSeconds =
                    Require.orDefault("report.minAggregateSeconds", minAggregateSeconds, 60, 1, LONGEST_SECONDS);
            surge = Objects.requireNonNullElse(surge, Surge.DEFAULT);
        }

        /** A window has to hold two samples, or usage would be unknown now and then. */
        void requireWindowFor(Collect collect) {
            int least = Math.toIntExact((2L * collect.intervalMillis() + 999) / 1000);
            if (minAggregateSeconds < least) {
                throw new IllegalArgumentException("report.minAggregateSeconds = " + minAggregateSeconds + ": want "
                        + least + " to " + LONGEST_SECONDS + ", at least twice collect.intervalMillis = "
                        + collect.intervalMillis());
            }
        }

        CollectPolicy.Floors floors() {
            return new CollectPolicy.Floors(
                    Duration.ofSeconds(minIntervalSeconds), Duration.ofSeconds(minAggregateSeconds));
        }
    }

    /** Early reports. */
    public record Surge(
            @JsonPropertyDescription("Whether a jump of online work is reported at once and a fall early.")
            Boolean enabled,

            @Min(1) @Max(100) @JsonPropertyDescription("Change that counts, in percent of the node.")
            int percent,

            @Min(1)
            @Max(1_000_000)
            @JsonPropertyDescription("Smallest change of CPU that counts, whatever the percentage.")
            int milliCpu,

            @Min(1) @Max(60) @JsonPropertyDescription("The newest samples that are compared with the last report.")
            int windowSeconds,

            @Min(1) @Max(600) @JsonPropertyDescription("Least time between a report and the early report of a fall.")
            int fallGapSeconds) {
        static final Surge DEFAULT = new Surge(true, 0, 0, 0, 0);

        public Surge {
            enabled = Objects.requireNonNullElse(enabled, true);
            percent = Require.orDefault("report.surge.percent", percent, 5, 1, 100);
            milliCpu = Require.orDefault("report.surge.milliCpu", milliCpu, 100, 1, 1_000_000);
            windowSeconds = Require.orDefault("report.surge.windowSeconds", windowSeconds, 3, 1, 60);
            fallGapSeconds = Require.orDefault("report.surge.fallGapSeconds", fallGapSeconds, 2, 1, 600);
        }

        SurgePolicy.Settings settings() {
            return new SurgePolicy.Settings(
                    enabled, percent, milliCpu, Duration.ofSeconds(windowSeconds), Duration.ofSeconds(fallGapSeconds));
        }
    }

    /** Suppression. */
    public record Suppress(
            @JsonPropertyDescription("Whether best-effort work is suppressed where the NodeSLO says so.")
            Boolean enabled,

            @JsonPropertyDescription(
                    "Do nothing by cpuset while there is no NodeResourceTopology; false acts as if it reserved nothing.")
            boolean requireNodeTopology,

            @JsonPropertyDescription("The scheduler places best-effort pods on CPUs, this agent does not.")
            boolean beCpuManager,

            @JsonPropertyDescription("Give back what was taken when there has been no NodeSLO for five minutes.")
            Boolean recoverWithoutNodeSlo) {
        static final Suppress DEFAULT = new Suppress(true, false, false, true);

        public Suppress {
            enabled = Objects.requireNonNullElse(enabled, true);
            recoverWithoutNodeSlo = Objects.requireNonNullElse(recoverWithoutNodeSlo, true);
        }
    }

    /** Limits of best-effort pods. */
    public record BatchResource(
            @JsonPropertyDescription("Whether pods that request batch resources are limited to them.")
            Boolean enabled) {
        static final BatchResource DEFAULT = new BatchResource(true);

        public BatchResource {
            enabled = Objects.requireNonNullElse(enabled, true);
        }
    }

    /** The best-effort tier. */
    public record Tier(
            @JsonPropertyDescription("Make it where it is missing.")
            Boolean create,

            @Pattern(regexp = DRIVERS)
            @JsonPropertyDescription("Form of the names; auto is what is there, cgroupfs when nothing is.")
            String driver,

            @JsonPropertyDescription("Remove at the end what this process made, when it is empty.")
            boolean removeOnExit) {
        private static final String DRIVERS = "auto|cgroupfs|systemd";
        static final Tier DEFAULT = new Tier(true, "auto", false);

        public Tier {
            create = Objects.requireNonNullElse(create, true);
            driver = Objects.requireNonNullElse(driver, "auto");
            if (!driver.matches(DRIVERS)) {
                throw new IllegalArgumentException("tier.driver = '" + driver + "': want auto, cgroupfs or systemd");
            }
        }
    }

    /** The NodeManager's plugin. */
    public record Yarn(
            @JsonPropertyDescription("Directory of the plugin's socket.")
            String socketDirectory,

            @JsonPropertyDescription(
                    "Directory of the file that tells the plugin its lease; socketDirectory unless set.")
            @Nullable
            String leaseDirectory,

            @Min(1) @Max(300) @JsonPropertyDescription("Time between two questions to the plugin.")
            int pollSeconds) {
        static final Yarn DEFAULT = new Yarn("/var/run/yarn-copilot", null, 0);

        public Yarn {
            pollSeconds = Require.orDefault("yarn.pollSeconds", pollSeconds, 10, 1, 300);
            socketDirectory = Require.notEmpty("yarn.socketDirectory", socketDirectory, "/var/run/yarn-copilot");
            Require.notEmpty("yarn.leaseDirectory", leaseDirectory, socketDirectory);
        }

        Duration pollInterval() {
            return Duration.ofSeconds(pollSeconds);
        }

        String leaseDirectoryOrDefault() {
            return Objects.requireNonNullElse(leaseDirectory, socketDirectory);
        }
    }

    /** The record of writes. */
    public record Audit(
            @JsonPropertyDescription("Directory of its two files.")
            String directory,

            @Min(LEAST_BYTES)
            @Max(MOST_BYTES)
            @JsonPropertyDescription("Size of both files together; the older one is replaced.")
            long maxBytes) {
        private static final int LEAST_BYTES = 4096;
        static final Audit DEFAULT = new Audit("/var/log/koordlet", 0);

        public Audit {
            directory = Require.notEmpty("audit.directory", directory, "/var/log/koordlet");
            maxBytes = Require.orDefault("audit.maxBytes", maxBytes, 16L << 20, LEAST_BYTES, MOST_BYTES);
        }
    }

    /** The admin server. */
    public record Admin(
            @JsonPropertyDescription("Address that it listens on.")
            String bind,

            @Min(0) @Max(HIGHEST_PORT) @JsonPropertyDescription("Port; 0 takes a free one.")
            Integer port) {
        private static final int HIGHEST_PORT = 65_535;
        static final Admin DEFAULT = new Admin("127.0.0.1", 9316);

        public Admin {
            bind = Require.notEmpty("admin.bind", bind, "127.0.0.1");
            port = Require.within("admin.port", Objects.requireNonNullElse(port, 9316), 0, HIGHEST_PORT);
        }
    }
}
