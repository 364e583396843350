package io.koordbridge.scheduler.extender;

import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.explain.FilterDecision;
import io.koordbridge.scheduler.explain.PreemptDecision;
import io.koordbridge.scheduler.preempt.verb.NodeVictims;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.RefusedPods;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /** Called instead of {@link #end} when there is no answer: kube-scheduler tries the pod again by itself. */
    void givenUp(PodFacts pod) {
        refused.settled(pod.uid());
    }

    /** Called with the answer for a pod whose room is kept by a plan. */
    void planned(ExtenderArguments asked, FilterResult answer) {
        refused.settled(asked.pod().uid());
        decided(asked, answer);
    }

    /**
     * Called for a pod that is refused for one reason everywhere.
     *
     * @param beforeNodes whether no node was looked at: a change of a node does not help such a pod
     */
    void refused(ExtenderArguments asked, FitResult reason, boolean beforeNodes) {
        if (beforeNodes) {
            refused.settled(asked.pod().uid());
        }
        decisions.filtered(
                asked.pod(), FilterDecision.everywhere(clock.instant(), asked.nodes(), reason.message(), beforeNodes));
    }

    /**
     * Called with the answer of the nodes.
     *
     * @param kept whether the pod has its room on the node that is offered
     */
    void end(ExtenderArguments asked, FilterResult answer, boolean kept) {
        boolean refusedNowhere = answer.failedNodes().isEmpty()
                && answer.failedAndUnresolvableNodes().isEmpty();
        if (kept || refusedNowhere) {
            refused.settled(asked.pod().uid());
        }
        decided(asked, answer);
    }

    private void decided(ExtenderArguments asked, FilterResult answer) {
        decisions.filtered(
                asked.pod(),
                FilterDecision.of(
                        clock.instant(),
                        asked.nodes().size(),
                        answer.nodeNames().size(),
                        List.of(answer.failedNodes(), answer.failedAndUnresolvableNodes())));
    }

    /** Why the last filter refused the pod before any node: then no victim helps it. */
    Optional<String> refusedBeforeNodes(PodFacts pod) {
        return decisions
                .find(pod.key())
                .filter(known -> known.pod().uid().equals(pod.uid()))
                .map(Decisions.PodDecision::filter)
                .filter(FilterDecision::beforeNodes)
                .flatMap(filter -> filter.refused().stream().findFirst())
                .map(FilterDecision.Refused::reason);
    }

    /** Called with the answer of a preemption. */
    void preempted(PodFacts pod, Map<String, Preemption.Outcome> outcomes) {
        SortedMap<String, PreemptDecision.OfNode> nodes = new TreeMap<>();
        outcomes.forEach((node, outcome) -> nodes.put(
                node,
                new PreemptDecision.OfNode(
                        outcome.considered(),
                        outcome.victims().map(NodeVictims::uids).orElse(List.of()),
                        outcome.problem())));
        decisions.preempted(pod, new PreemptDecision(clock.instant(), nodes));
    }
}
