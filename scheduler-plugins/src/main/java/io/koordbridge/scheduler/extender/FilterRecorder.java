package io.koordbridge.scheduler.extender;

import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.explain.FilterDecision;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.RefusedPods;
import java.time.Clock;
import java.util.List;

/** Keeps what filter answered: for people who ask why, and to have refused pods tried again. */
public final class FilterRecorder {

    private final Decisions decisions;
    private final RefusedPods refused;
    private final Clock clock;

    public FilterRecorder(Decisions decisions, RefusedPods refused, Clock clock) {
        this.decisions = decisions;
        this.refused = refused;
        this.clock = clock;
    }

    /** Called before the nodes are read. */
    void begin(PodFacts pod) {
        refused.filtering(pod);
    }

    /** Called with the answer. */
    void end(ExtenderArguments asked, FilterResult answer) {
        PodFacts pod = asked.pod();
        if (answer.failedNodes().isEmpty()
                && answer.failedAndUnresolvableNodes().isEmpty()) {
            refused.settled(pod.uid());
        }
        decisions.filtered(
                pod,
                FilterDecision.of(
                        clock.instant(),
                        asked.nodes().size(),
                        answer.nodeNames().size(),
                        List.of(answer.failedNodes(), answer.failedAndUnresolvableNodes())));
    }
}
