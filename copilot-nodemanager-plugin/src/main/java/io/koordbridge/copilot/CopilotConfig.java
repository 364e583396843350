package io.koordbridge.copilot;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.decommission.DecommissionSignal;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.http.Callers;
import io.koordbridge.copilot.protect.ProtectionRule;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/** The plugin's configuration, read once. An invalid value is replaced by the default and reported in /health. */
final class CopilotConfig {
    static final String DEFAULT_SOCKET = "/var/run/yarn-copilot/yarn-copilot.sock";
    private static final String DEFAULT_CONTROLLERS = "cpu,cpuacct,memory,cpuset,blkio";
    /** The best-effort tier of whichever driver is there. */
    private static final String FOUND = "";

    private static final long MOST_SLACK_MB = 1L << 40;
    private static final long DEFAULT_MAX_AGE_MS = 3_600_000;
    private static final double MAX_RATIO = 1000;

    private final Function<String, @Nullable String> values;
    private final Degradation degradation;

    /**
     * Settings.
     *
     * @param names of all values that are set
     */
    CopilotConfig(Function<String, @Nullable String> values, Set<String> names, Degradation degradation) {
        this.values = values;
        this.degradation = degradation;
        Set<String> unknown = new TreeSet<>();
        for (String name : names) {
            if (name.startsWith(CopilotKeys.PREFIX) && !CopilotKeys.ALL.contains(name)) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            degradation.set(CopilotKeys.PREFIX, "unknown keys: " + String.join(", ", unknown));
        }
    }

    static CopilotConfig of(Configuration configuration, Degradation degradation) {
        Set<String> names = new HashSet<>();
        for (Map.Entry<String, String> entry : configuration) {
            names.add(entry.getKey());
        }
        return new CopilotConfig(configuration::get, names, degradation);
    }

    Path socket() {
        return Paths.get(text(CopilotKeys.SOCKET_PATH, DEFAULT_SOCKET));
    }

    /** True for a unix socket. */
    boolean unixSocket(boolean supported) {
        String transport = text(CopilotKeys.TRANSPORT, "auto").toLowerCase(Locale.ROOT);
        if (!Arrays.asList("auto", "unix", "tcp").contains(transport)) {
            degradation.set(CopilotKeys.TRANSPORT, CopilotKeys.TRANSPORT + " must be auto, unix or tcp: " + transport);
        }
        return transport.equals("unix") || (supported && !transport.equals("tcp"));
    }

    int tcpPort() {
        return (int) number(CopilotKeys.TCP_PORT, 0, 0, 65_535);
    }

    /** Root, and the user that is configured. */
    Callers callers() throws IOException {
        String agent = text(CopilotKeys.AGENT_USER, "");
        if (agent.isEmpty()) {
            return Callers.ofRoot();
        }
        try {
            return Callers.of(agent);
        } catch (UserPrincipalNotFoundException e) {
            degradation.set(
                    CopilotKeys.AGENT_USER,
                    CopilotKeys.AGENT_USER + " must be a user of this machine, or a number, got " + agent
                            + "; using only root");
            return Callers.ofRoot();
        }
    }

    /** Where evictions outlive a restart; null where containers do not. */
    @Nullable
    Path evictedFile() {
        String directory = text(YarnConfiguration.NM_RECOVERY_DIR, "");
        return flag(YarnConfiguration.NM_RECOVERY_ENABLED, YarnConfiguration.DEFAULT_NM_RECOVERY_ENABLED)
                        && !directory.isEmpty()
                ? Paths.get(new org.apache.hadoop.fs.Path(directory).toUri().getPath(), "copilot-evicted.json")
                : null;
    }

    boolean leaseEnabled() {
        return enabled(CopilotKeys.LEASE_ENABLED);
    }

    Path leaseFile() {
        String file = text(CopilotKeys.LEASE_FILE, "");
        return file.isEmpty() ? socket().resolveSibling("lease.json") : Paths.get(file);
    }

    /** Beside the lease file. */
    Path toldFile() {
        return leaseFile().resolveSibling("told.json");
    }

    Duration leaseMaxAge() {
        return Duration.ofMillis(number(CopilotKeys.LEASE_MAX_AGE_MS, DEFAULT_MAX_AGE_MS, 1, Long.MAX_VALUE / 2));
    }

    int floorVcores() {
        long minimum = number(
                YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES,
                YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES,
                0,
                Integer.MAX_VALUE);
        return (int) number(CopilotKeys.FLOOR_VCORES, minimum, 0, Integer.MAX_VALUE);
    }

    int floorMegabytes() {
        long minimum = number(
                YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
                YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
                0,
                Integer.MAX_VALUE);
        return (int) number(CopilotKeys.FLOOR_MEMORY_MB, minimum, 0, Integer.MAX_VALUE);
    }

    ProtectionRule protectionRule() {
        return new ProtectionRule(
                names(CopilotKeys.PROTECTED_QUEUES),
                names(CopilotKeys.PROTECTED_TAGS),
                names(CopilotKeys.PROTECTED_TYPES),
                names(CopilotKeys.PROTECTED_USERS));
    }

    /** What makes Spark's executors leave; none where they get no signal. */
    DecommissionSignal decommissionSignal() {
        if (!enabled(CopilotKeys.DECOMMISSION_ENABLED)) {
            return DecommissionSignal.NONE;
        }
        String text = text(CopilotKeys.DECOMMISSION_SIGNAL, DecommissionSignal.DEFAULT);
        DecommissionSignal signal = DecommissionSignal.of(text);
        if (signal == null) {
            // Another one might end executors that have a handler for the right one only.
            degradation.set(
                    CopilotKeys.DECOMMISSION_SIGNAL,
                    CopilotKeys.DECOMMISSION_SIGNAL + " must be one of " + String.join(", ", DecommissionSignal.names())
                            + ", got " + text + "; sending none");
            return DecommissionSignal.NONE;
        }
        return signal;
    }

    private Set<String> names(String key) {
        Set<String> names = new TreeSet<>(Arrays.asList(text(key, "").split("[,\\s]+")));
        names.remove("");
        return names;
    }

    CgroupConfig cgroup() {
        return new CgroupConfig(
                        enabled(CopilotKeys.CGROUP_ENABLED),
                        Paths.get(text(CopilotKeys.CGROUP_ROOT, "/sys/fs/cgroup")),
                        cgroupPath(),
                        controllers(),
                        ratio(CopilotKeys.CPU_SHARES_RATIO, 1.0),
                        ratio(CopilotKeys.MEMORY_OVERHEAD_RATIO, 0.0))
                .required(flag(CopilotKeys.PLACEMENT_REQUIRED, false))
                .slackMegabytes(number(CopilotKeys.MEMORY_SLACK_MB, -1, 0, MOST_SLACK_MB));
    }

    /** A group below the root: limits are written to it, and what is found in it is ours. */
    private String cgroupPath() {
        String path = text(CopilotKeys.CGROUP_PATH, FOUND);
        boolean outside = path.matches("/+")
                || Arrays.stream(path.split("/+", -1)).anyMatch(part -> part.equals(".") || part.equals(".."));
        if (outside) {
            degradation.set(
                    CopilotKeys.CGROUP_PATH,
                    CopilotKeys.CGROUP_PATH + " must name a group below the root, got " + path
                            + "; using the best-effort tier");
            return FOUND;
        }
        return path;
    }

    private List<String> controllers() {
        String wanted =
                text(CopilotKeys.CGROUP_CONTROLLERS, DEFAULT_CONTROLLERS).replaceAll("^[,\\s]+", "");
        return Arrays.asList((wanted.isEmpty() ? DEFAULT_CONTROLLERS : wanted).split("[,\\s]+"));
    }

    /** Values in yarn-site.xml may have lines and blanks around them; an empty one counts as absent. */
    private String text(String key, String standard) {
        String value = values.apply(key);
        return value == null || value.trim().isEmpty() ? standard : value.trim();
    }

    private boolean enabled(String key) {
        return flag(key, true);
    }

    private boolean flag(String key, boolean standard) {
        String text = text(key, Boolean.toString(standard)).toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            degradation.set(key, key + " must be true or false, got " + text + "; using " + standard);
            return standard;
        }
        return text.equals("true");
    }

    private long number(String key, long standard, long lowest, long highest) {
        String text = text(key, "");
        if (text.isEmpty()) {
            return standard;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= lowest && value <= highest) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        degradation.set(key, key + " must be " + lowest + ".." + highest + ", got " + text + "; using " + standard);
        return standard;
    }

    private double ratio(String key, double standard) {
        String text = text(key, "");
        if (text.isEmpty()) {
            return standard;
        }
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= MAX_RATIO) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        degradation.set(key, key + " must be 0.." + MAX_RATIO + ", got " + text + "; using " + standard);
        return standard;
    }
}
