package io.koordbridge.descheduler.act.evict;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/** Whether a job leaves a NodeManager the time that its drain takes; descheduler specification section 12, point 3. */
@PureCore
public final class DrainTime {

    private DrainTime() {}

    /**
     * Why a job must not start a drain, empty when it may. With a ttl that ends before the drain does, the job would fail while
     * applications leave the node already.
     *
     * @param ttl of the job, zero for no end
     * @param drain longest time from the annotation to the end of the pod, a setting of the process
     */
    public static String problem(String job, Duration ttl, Duration drain) {
        boolean enough = ttl.isZero() || ttl.compareTo(drain) > 0;
        return enough
                ? ""
                : "invalid spec.ttl of PodMigrationJob " + job + ": '" + seconds(ttl)
                        + "'; allowed: more than " + seconds(drain)
                        + ", the time that the drain of a NodeManager may take, or 0s for no end";
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + "s";
    }
}
