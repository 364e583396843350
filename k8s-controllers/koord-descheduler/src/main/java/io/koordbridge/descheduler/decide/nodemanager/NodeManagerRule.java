package io.koordbridge.descheduler.decide.nodemanager;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a NodeManager's pod may be evicted. The annotation that opens other filters does not open this one. */
@PureCore
public final class NodeManagerRule {

    /** Name of the check. */
    public static final String CHECK = "NodeManager";

    /** The evictor that leaves the pod to the yarn-operator. */
    public static final String SOFT_EVICTION = "SoftEviction";

    private NodeManagerRule() {}

    /**
     * Why a pod is kept; empty when it may be evicted.
     *
     * @param drained whether the pod's mark was seen to change within the last seconds
     * @param evictor name of the evictor that the eviction would use
     * @param ttl of the job, null or 0 when it does not end
     * @param drainDeadline how long YARN lets containers of a drain run
     */
    public static Optional<String> keeps(
            PodFacts pod, boolean drained, String evictor, @Nullable Duration ttl, Duration drainDeadline) {
        if (!pod.guards().nodeManager() || drained) {
            return Optional.empty();
        }
        if (evictor.equals(SOFT_EVICTION)) {
            return softEviction(pod, ttl, drainDeadline);
        }
        return Optional.of("pod " + pod.ref().key()
                + " is a NodeManager, and its mark that it is drained has not changed in the last "
                + DrainMark.FRESH.toSeconds() + " s");
    }

    /** Why a soft eviction of a NodeManager's pod is rejected; empty when its job lives longer than the drain. */
    public static Optional<String> softEviction(PodFacts pod, @Nullable Duration ttl, Duration drainDeadline) {
        Duration life = ttl == null ? Duration.ZERO : ttl;
        boolean ends = life.compareTo(Duration.ZERO) > 0;
        if (!pod.guards().nodeManager() || !ends || life.compareTo(drainDeadline) > 0) {
            return Optional.empty();
        }
        return Optional.of("invalid ttl: '" + life.toSeconds() + " s'; allowed: more than the drain deadline of "
                + drainDeadline.toSeconds() + " s, because pod " + pod.ref().key()
                + " is a NodeManager and its containers are drained first");
    }
}
