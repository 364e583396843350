package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pods that may not burst and have nothing of an earlier burst: their files were looked at, and are looked at again when the pod changes and
 * after one to two minutes, each at another time. Of a new process none is known, so that it looks at all of them.
 *
 * @param pods by uid
 */
@PureCore
public record Settled(Map<String, Look> pods) {

    static final Settled NONE = new Settled(Map.of());

    private static final Duration HELD = Duration.ofMinutes(1);
    private static final int SPREAD_SECONDS = 60;

    /**
     * A look at the files of a pod.
     *
     * @param pod as it was known then
     */
    public record Look(PodInfo pod, Instant at, Instant until) {}

    public Settled {
        pods = Map.copyOf(pods);
    }

    /** Whether nothing is to be read of a pod that may not burst. */
    boolean has(PodInfo pod, Instant now) {
        Look last = pods.get(pod.uid());
        return last != null
                && !now.isBefore(last.at())
                && now.isBefore(last.until())
                && Objects.equals(last.pod(), pod);
    }

    /**
     * After a tick: this one when nothing changed.
     *
     * @param all pods of the node
     * @param looked pods without anything to give back
     * @param lost pods that may burst, or have something to give back
     */
    Settled next(List<PodInfo> all, List<PodInfo> looked, Set<String> lost, Instant now) {
        boolean gone = pods.size() > all.size() || lost.stream().anyMatch(pods::containsKey);
        if (looked.isEmpty() && !gone) {
            return this;
        }
        Map<String, Look> next = new HashMap<>(pods);
        next.keySet().retainAll(all.stream().map(PodInfo::uid).collect(Collectors.toSet()));
        next.keySet().removeAll(lost);
        looked.forEach(pod -> next.put(pod.uid(), new Look(pod, now, until(pod, now))));
        return new Settled(next);
    }

    private static Instant until(PodInfo pod, Instant now) {
        return now.plus(HELD).plusSeconds(Math.floorMod(pod.uid().hashCode(), SPREAD_SECONDS));
    }
}
