package io.koordbridge.descheduler.decide.nodemanager;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The marks of the NodeManagers that exist, by pod. Safe for use by several threads. It holds one short entry per NodeManager:
 * its user calls {@link #gone} for each pod that is deleted.
 */
public final class DrainMarks {

    private final Map<String, DrainMark> byPod = new HashMap<>();

    /** Notes a version of a pod; pods that are not NodeManagers are ignored. */
    public synchronized void observe(PodFacts pod, Instant now) {
        if (!pod.guards().nodeManager()) {
            byPod.remove(pod.ref().uid());
            return;
        }
        String text = pod.guards().drainedMark();
        byPod.compute(pod.ref().uid(), (uid, mark) -> mark == null ? DrainMark.first(text) : mark.seen(text, now));
    }

    /** Forgets a pod that was deleted. */
    public synchronized void gone(String podUid) {
        byPod.remove(podUid);
    }

    /** Changes may have been missed, for example before a new list: no mark proves anything until it changes. */
    public synchronized void gap() {
        byPod.replaceAll((uid, mark) -> mark.afterGap());
    }

    /** Whether a NodeManager is drained; not one that was never seen. */
    public synchronized boolean isDrained(String podUid, Instant now) {
        DrainMark mark = byPod.get(podUid);
        return mark != null && mark.isDrained(now);
    }
}
