package io.koordbridge.lab.starvation;

import java.time.Duration;

/**
 * One look at the daemon.
 *
 * @param web slowest answer of its web server
 * @param heartbeat from the answer of the ResourceManager to a new capacity until the NodeManager has it: the heartbeat brings it
 * @param control slowest answer of the ResourceManager, which is not in the tier, to questions as small before and after
 * @param state of the node in the ResourceManager at the end
 */
public record DaemonLook(Duration web, Duration heartbeat, Duration control, String state) {

    static final String RUNNING = "RUNNING";

    /** An answer that takes longer outside of the tier says that the machine is short of CPU. */
    private static final Duration SLOW_MACHINE = Duration.ofMillis(500);

    boolean running() {
        return state.equals(RUNNING);
    }

    /** Whether the machine had CPU for what is not in the tier. */
    public boolean fair() {
        return control.compareTo(SLOW_MACHINE) <= 0;
    }
}
