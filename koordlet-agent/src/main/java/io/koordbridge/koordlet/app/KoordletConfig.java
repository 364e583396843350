package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.koordlet.report.CollectPolicy;
import io.koordbridge.koordlet.report.SurgePolicy;
import io.koordbridge.koordlet.store.StoreLimits;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The configuration file; every part and every key may be left out. */
public record KoordletConfig(
        @Nullable String nodeName,
        Kubernetes kubernetes,
        Roots roots,
        @JsonProperty("observeOnly") boolean observesOnly,
        Collect collect,
        Report report,
        Suppress suppress,
        BatchResource batchResource,
        Tier tier,
        Yarn yarn,
        Audit audit,
        Admin admin) {

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
            @Nullable String kubeconfig, @Nullable String apiServer, int requestTimeoutSeconds) {
        static final Kubernetes DEFAULT = new Kubernetes(null, null, 10);

        public Kubernetes {
            requestTimeoutSeconds =
                    Require.orDefault("kubernetes.requestTimeoutSeconds", requestTimeoutSeconds, 10, 1, 300);
        }
    }

    /** Where the kernel's file systems are mounted. */
    public record Roots(String cgroup, String proc, String sys) {
        static final Roots DEFAULT = new Roots("/sys/fs/cgroup", "/proc", "/sys");

        public Roots {
            cgroup = Objects.requireNonNullElse(cgroup, "/sys/fs/cgroup");
            proc = Objects.requireNonNullElse(proc, "/proc");
            sys = Objects.requireNonNullElse(sys, "/sys");
        }
    }

    /** How often to measure, and how much to keep. */
    public record Collect(int intervalMillis, int surgeLookMillis, long storeMaxBytes, int podRetentionSeconds) {
        static final Collect DEFAULT = new Collect(0, 0, 0, 0);

        public Collect {
            intervalMillis = Require.orDefault("collect.intervalMillis", intervalMillis, 1000, 200, 10_000);
            surgeLookMillis = Require.orDefault("collect.surgeLookMillis", surgeLookMillis, 250, 100, 10_000);
            storeMaxBytes = storeMaxBytes == 0 ? StoreLimits.DEFAULT.maxBytes() : storeMaxBytes;
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
    public record Report(@Nullable Boolean enabled, int minIntervalSeconds, int minAggregateSeconds, Surge surge) {
        static final Report DEFAULT = new Report(null, 0, 0, Surge.DEFAULT);
        private static final int LONGEST_SECONDS = 3600;

        public Report {
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
    public record Surge(@Nullable Boolean enabled, int percent, int milliCpu, int windowSeconds, int fallGapSeconds) {
        static final Surge DEFAULT = new Surge(null, 0, 0, 0, 0);

        public Surge {
            percent = Require.orDefault("report.surge.percent", percent, 5, 1, 100);
            milliCpu = Require.orDefault("report.surge.milliCpu", milliCpu, 100, 1, 1_000_000);
            windowSeconds = Require.orDefault("report.surge.windowSeconds", windowSeconds, 3, 1, 60);
            fallGapSeconds = Require.orDefault("report.surge.fallGapSeconds", fallGapSeconds, 2, 1, 600);
        }

        SurgePolicy.Settings settings() {
            return new SurgePolicy.Settings(
                    !Boolean.FALSE.equals(enabled),
                    percent,
                    milliCpu,
                    Duration.ofSeconds(windowSeconds),
                    Duration.ofSeconds(fallGapSeconds));
        }
    }

    /**
     * Suppression.
     *
     * @param requireNodeTopology do nothing by cpuset while there is no NodeResourceTopology; else act as if it reserved nothing
     * @param beCpuManager the scheduler places best-effort pods on CPUs, the agent does not
     */
    public record Suppress(@Nullable Boolean enabled, boolean requireNodeTopology, boolean beCpuManager) {
        static final Suppress DEFAULT = new Suppress(null, false, false);
    }

    /** Limits of best-effort pods. */
    public record BatchResource(@Nullable Boolean enabled) {
        static final BatchResource DEFAULT = new BatchResource(null);
    }

    /**
     * The best-effort tier.
     *
     * @param create make it where it is missing
     * @param driver {@code auto}, {@code cgroupfs} or {@code systemd}; auto is what is there, cgroupfs when nothing is
     * @param removeOnExit remove at the end what this process made, when it is empty
     */
    public record Tier(@Nullable Boolean create, String driver, boolean removeOnExit) {
        static final Tier DEFAULT = new Tier(null, "auto", false);

        public Tier {
            driver = Objects.requireNonNullElse(driver, "auto");
            if (!driver.matches("auto|cgroupfs|systemd")) {
                throw new IllegalArgumentException("tier.driver = '" + driver + "': want auto, cgroupfs or systemd");
            }
        }
    }

    /** The NodeManager's plugin. */
    public record Yarn(String socketDirectory, @Nullable String leaseDirectory, int pollSeconds) {
        static final Yarn DEFAULT = new Yarn("/var/run/yarn-copilot", null, 0);

        public Yarn {
            pollSeconds = Require.orDefault("yarn.pollSeconds", pollSeconds, 10, 1, 300);
            socketDirectory = Objects.requireNonNullElse(socketDirectory, "/var/run/yarn-copilot");
        }

        Duration pollInterval() {
            return Duration.ofSeconds(pollSeconds);
        }

        String leaseDirectoryOrDefault() {
            return Objects.requireNonNullElse(leaseDirectory, socketDirectory);
        }
    }

    /** The record of writes. */
    public record Audit(String directory, long maxBytes) {
        static final Audit DEFAULT = new Audit("/var/log/koordlet", 0);

        public Audit {
            directory = Objects.requireNonNullElse(directory, "/var/log/koordlet");
            maxBytes = maxBytes == 0 ? 16L << 20 : maxBytes;
        }
    }

    /** The admin server; port 0 takes a free one. */
    public record Admin(String bind, @Nullable Integer port) {
        static final Admin DEFAULT = new Admin("127.0.0.1", null);

        public Admin {
            bind = Objects.requireNonNullElse(bind, "127.0.0.1");
        }

        int portOrDefault() {
            return Objects.requireNonNullElse(port, 9316);
        }
    }
}
