package io.koordbridge.copilot;

import io.koordbridge.copilot.cgroup.CgroupSettings;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** The plugin's configuration, read once. A value outside its range is replaced by the default and told in /health. */
final class CopilotSettings {
    static final String DEFAULT_SOCKET = "/var/run/yarn-copilot/yarn-copilot.sock";
    private static final String DEFAULT_CONTROLLERS = "cpu,cpuacct,memory,cpuset,blkio";
    private static final long DEFAULT_MAX_AGE_MS = 3_600_000;
    private static final double MAX_RATIO = 1000;

    private final Configuration configuration;
    private final Degradation degradation;

    CopilotSettings(Configuration configuration, Degradation degradation) {
        this.configuration = configuration;
        this.degradation = degradation;
    }

    Path socket() {
        return Paths.get(configuration.get(CopilotKeys.SOCKET_PATH, DEFAULT_SOCKET));
    }

    /** True for a unix socket. */
    boolean unixSocket(boolean supported) {
        String transport =
                configuration.get(CopilotKeys.TRANSPORT, "auto").trim().toLowerCase(Locale.ROOT);
        if (!Arrays.asList("auto", "unix", "tcp").contains(transport)) {
            degradation.set(CopilotKeys.TRANSPORT, CopilotKeys.TRANSPORT + " must be auto, unix or tcp: " + transport);
        }
        return transport.equals("unix") || (supported && !transport.equals("tcp"));
    }

    int tcpPort() {
        return (int) number(CopilotKeys.TCP_PORT, 0, 0, 65_535);
    }

    boolean leaseEnabled() {
        return configuration.getBoolean(CopilotKeys.LEASE_ENABLED, true);
    }

    Path leaseFile() {
        String file = configuration.get(CopilotKeys.LEASE_FILE);
        return file == null ? socket().resolveSibling("lease.json") : Paths.get(file);
    }

    Duration leaseMaxAge() {
        return Duration.ofMillis(number(CopilotKeys.LEASE_MAX_AGE_MS, DEFAULT_MAX_AGE_MS, 1, Long.MAX_VALUE / 2));
    }

    int floorVcores() {
        int minimum = configuration.getInt(
                YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES,
                YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES);
        return (int) number(CopilotKeys.FLOOR_VCORES, minimum, 0, Integer.MAX_VALUE);
    }

    int floorMegabytes() {
        int minimum = configuration.getInt(
                YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
                YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB);
        return (int) number(CopilotKeys.FLOOR_MEMORY_MB, minimum, 0, Integer.MAX_VALUE);
    }

    CgroupSettings cgroup() {
        return new CgroupSettings(
                configuration.getBoolean(CopilotKeys.CGROUP_ENABLED, true),
                Paths.get(configuration.get(CopilotKeys.CGROUP_ROOT, "/sys/fs/cgroup")),
                configuration.get(CopilotKeys.CGROUP_PATH, "kubepods/besteffort/hadoop-yarn"),
                Arrays.asList(configuration
                        .get(CopilotKeys.CGROUP_CONTROLLERS, DEFAULT_CONTROLLERS)
                        .trim()
                        .split("[,\\s]+")),
                ratio(CopilotKeys.CPU_SHARES_RATIO, 1.0),
                ratio(CopilotKeys.MEMORY_OVERHEAD_RATIO, 0.0));
    }

    private long number(String key, long standard, long lowest, long highest) {
        String text = configuration.get(key, "").trim();
        if (text.isEmpty()) {
            return standard;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= lowest && value <= highest) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        degradation.set(key, key + " must be " + lowest + ".." + highest + ", got " + text + "; using " + standard);
        return standard;
    }

    private double ratio(String key, double standard) {
        String text = configuration.get(key, "").trim();
        if (text.isEmpty()) {
            return standard;
        }
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= MAX_RATIO) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        degradation.set(key, key + " must be 0.." + MAX_RATIO + ", got " + text + "; using " + standard);
        return standard;
    }
}
