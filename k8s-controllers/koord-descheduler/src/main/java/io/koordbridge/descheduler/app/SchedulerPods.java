package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Ready pods of koord-scheduler, ours or Koordinator's: without one no reservation is scheduled. */
final class SchedulerPods {

    /** Label of Koordinator's own chart, which ours has as well. */
    private static final String KOORD_APP = "koord-app";

    private final Set<String> ready = ConcurrentHashMap.newKeySet();

    void changed(@Nullable PodFacts before, @Nullable PodFacts after) {
        if (after != null
                && isScheduler(after)
                && after.state().ready()
                && after.state().isActive()) {
            ready.add(after.ref().uid());
        } else if (before != null && isScheduler(before)) {
            ready.remove(before.ref().uid());
        }
    }

    /** Whether one answers, as far as the cluster shows. */
    boolean any() {
        return !ready.isEmpty();
    }

    private static boolean isScheduler(PodFacts pod) {
        Map<String, String> labels = pod.labels();
        return WellKnown.SCHEDULER_NAME.equals(labels.get(KOORD_APP))
                || WellKnown.SCHEDULER_NAME.equals(labels.get(Labels.COMPONENT));
    }
}
