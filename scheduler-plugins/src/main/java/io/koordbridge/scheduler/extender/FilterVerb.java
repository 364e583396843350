package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which candidates a pod may use. */
@PureCore
final class FilterVerb {

    private static final NodeAnswer UNKNOWN = new NodeAnswer(FitResult.unknownNode(), 0);

    private FilterVerb() {}

    /**
     * How refusals are reported to the scheduler.
     *
     * <p>{@code NEVER_PREEMPT} is the default: the scheduler's dry run of a preemption knows only its own checks, which the
     * node has passed; it would find no victim there and end with an error.
     */
    enum Refusals {
        NEVER_PREEMPT,
        BY_CODE
    }

    /** A pod that may not be placed at all, for the same reason on each node. */
    static FilterResult refused(ExtenderArguments arguments, FitResult verdict, Refusals refusals) {
        Map<String, String> reasons = new TreeMap<>();
        arguments.nodes().forEach(node -> reasons.put(node, verdict.message()));
        return refusals == Refusals.BY_CODE
                ? new FilterResult(List.of(), reasons, Map.of(), "")
                : new FilterResult(List.of(), Map.of(), reasons, "");
    }

    /** A pod whose room is kept on one of the candidates: the others are left out. */
    static FilterResult only(String node) {
        return new FilterResult(List.of(node), Map.of(), Map.of(), "");
    }

    /**
     * The nodes that the pod fits on, or the best of them.
     *
     * @param board what is known of the nodes for the shape of the pod
     * @param bestNodes at most as many for a pod without affinity and spread constraints, 0 for all
     * @param patience checked before each node
     */
    static FilterResult answer(
            ExtenderArguments arguments,
            AnswerBoards.Board board,
            Refusals refusals,
            int bestNodes,
            Patience patience) {
        BestNodes passed = new BestNodes(arguments.nodes().size());
        Map<String, String> failed = new LinkedHashMap<>();
        Map<String, String> unresolvable = new LinkedHashMap<>();
        PodFacts pod = arguments.pod();
        board.prepare(arguments.nodes(), patience::check);
        for (String name : arguments.nodes()) {
            patience.check();
            NodeAnswer known = board.about(name);
            NodeAnswer answer = known == null ? UNKNOWN : known;
            if (answer.fit().fits()) {
                passed.add(name, answer.score());
            } else if (refusals == Refusals.BY_CODE && answer.fit().code() == FitCode.UNSCHEDULABLE) {
                failed.put(name, answer.fit().message());
            } else {
                unresolvable.put(name, answer.fit().message());
            }
        }
        boolean all = bestNodes == 0 || pod.constrained();
        return new FilterResult(
                all ? passed.all() : passed.best(bestNodes, pod.uid().hashCode()), failed, unresolvable, "");
    }
}
