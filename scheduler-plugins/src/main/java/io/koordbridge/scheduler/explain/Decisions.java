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
     * @param preempt null before the first preemption
     */
    public record PodDecision(
            PodFacts pod,
            @Nullable FilterDecision filter,
            @Nullable BindDecision bind,
            @Nullable PreemptDecision preempt) {

        static PodDecision none(PodFacts pod) {
            return new PodDecision(pod, null, null, null);
        }
    }

    /** Filter has answered. */
    public synchronized void filtered(PodFacts pod, FilterDecision decision) {
        PodDecision before = known(pod);
        keep(
                waiting,
                MOST_WAITING,
                before == null
                        ? new PodDecision(pod, decision, null, null)
                        : new PodDecision(pod, decision, before.bind(), before.preempt()));
    }

    /** A bind has ended. */
    public synchronized void bindEnded(PodFacts pod, BindDecision decision) {
        PodDecision before = known(pod);
        PodDecision now = before == null
                ? new PodDecision(pod, null, decision, null)
                : new PodDecision(pod, before.filter(), decision, before.preempt());
        if (decision.bound()) {
            waiting.remove(pod.key());
            keep(bound, MOST_BOUND, now);
        } else {
            keep(waiting, MOST_WAITING, now);
        }
    }

    /** Preempt has answered. */
    public synchronized void preempted(PodFacts pod, PreemptDecision decision) {
        PodDecision before = known(pod);
        keep(
                waiting,
                MOST_WAITING,
                before == null
                        ? new PodDecision(pod, null, null, decision)
                        : new PodDecision(pod, before.filter(), before.bind(), decision));
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
