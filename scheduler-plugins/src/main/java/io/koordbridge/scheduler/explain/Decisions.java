package io.koordbridge.scheduler.explain;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last decisions about pods that wait, and about the last 1,000 that were bound. Thread-safe. */
public final class Decisions {

    private static final int MOST_WAITING = 10_000;
    private static final int MOST_BOUND = 1_000;

    private final Map<String, PodDecision> waiting = new LinkedHashMap<>();
    private final Map<String, PodDecision> bound = new LinkedHashMap<>();

    /**
     * What was decided about a pod.
     *
     * @param pod the pod
     * @param filter null before the first filter
     * @param bind null before the first bind
     */
    public record PodDecision(
            PodFacts pod,
            @Nullable FilterDecision filter,
            @Nullable BindDecision bind) {}

    /** Filter has answered. */
    public synchronized void filtered(PodFacts pod, FilterDecision decision) {
        PodDecision before = known(pod);
        keep(waiting, MOST_WAITING, new PodDecision(pod, decision, before == null ? null : before.bind()));
    }

    /** A bind has ended. */
    public synchronized void bindEnded(PodFacts pod, BindDecision decision) {
        PodDecision before = known(pod);
        PodDecision now = new PodDecision(pod, before == null ? null : before.filter(), decision);
        if (decision.bound()) {
            waiting.remove(pod.key());
            keep(bound, MOST_BOUND, now);
        } else {
            keep(waiting, MOST_WAITING, now);
        }
    }

    /** What was decided about the pod of this namespace and name. */
    public synchronized Optional<PodDecision> find(String key) {
        PodDecision found = waiting.get(key);
        return Optional.ofNullable(found == null ? bound.get(key) : found);
    }

    private @Nullable PodDecision known(PodFacts pod) {
        PodDecision known = waiting.get(pod.key());
        return known != null && known.pod().uid().equals(pod.uid()) ? known : null;
    }

    private static void keep(Map<String, PodDecision> decisions, int most, PodDecision decision) {
        decisions.remove(decision.pod().key());
        decisions.put(decision.pod().key(), decision);
        if (decisions.size() > most) {
            decisions.remove(decisions.keySet().iterator().next());
        }
    }
}
