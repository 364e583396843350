package io.koordbridge.lab.starvation;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the looks at a daemon saw.
 *
 * @param looks with a machine that had CPU for others
 * @param unfair number of looks that say more about the machine than about the daemon
 * @param states of the node in any look
 * @param notRunning number of all looks at which the ResourceManager did not have the node as running
 * @param daemonCores CPU of the daemon's group
 * @param tierCores CPU of the whole tier
 */
public record DaemonReport(
        List<DaemonLook> looks, int unfair, Set<String> states, int notRunning, double daemonCores, double tierCores) {

    public DaemonReport {
        looks = List.copyOf(looks);
        states = Set.copyOf(states);
    }

    static DaemonReport of(List<DaemonLook> all, double daemonCores, double tierCores) {
        List<DaemonLook> fair = all.stream().filter(DaemonLook::fair).toList();
        return new DaemonReport(
                fair,
                all.size() - fair.size(),
                all.stream().map(DaemonLook::state).collect(Collectors.toSet()),
                (int) all.stream().filter(look -> !look.running()).count(),
                daemonCores,
                tierCores);
    }

    /** Slowest answer of its web server. */
    public Duration slowestWeb() {
        return slowest(DaemonLook::web);
    }

    /** Longest wait for a heartbeat. */
    public Duration slowestHeartbeat() {
        return slowest(DaemonLook::heartbeat);
    }

    private Duration slowest(Function<DaemonLook, Duration> what) {
        return looks.stream().map(what).max(Duration::compareTo).orElse(Duration.ZERO);
    }
}
