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

    /**
     * A pod that may not be placed at all. The first candidate stands for all: kube-scheduler shows the reason once, and takes nodes that
     * the answer leaves out for unresolvable, so it looks for no victims there.
     */
    static FilterResult refused(ExtenderArguments arguments, FitResult verdict) {
        Map<String, String> reason = arguments.nodes().isEmpty()
                ? Map.of()
                : Map.of(arguments.nodes().get(0), verdict.message());
        return new FilterResult(List.of(), Map.of(), reason, "");
    }

    /** A pod whose room is kept on one of the candidates: the others are left out. */
    static FilterResult only(String node) {
        return new FilterResult(List.of(node), Map.of(), Map.of(), "");
    }

    /**
     * What each candidate says.
     *
     * @param passed the nodes that the pod fits on
     * @param failed refused nodes where preemption may help, with the reason
     * @param unresolvable refused nodes that preemption must not touch, with the reason
     */
    record Verdict(BestNodes passed, Map<String, String> failed, Map<String, String> unresolvable) {

        /** The nodes that the pod fits on, of a pod without affinity and spread constraints the best ones; 0 for all. */
        FilterResult best(PodFacts pod, int most) {
            boolean all = most == 0 || pod.constrained();
            return new FilterResult(
                    all ? passed.all() : passed.best(most, pod.uid().hashCode()), failed, unresolvable, "");
        }

        /** One of the nodes that the pod fits on. */
        FilterResult only(String node) {
            return new FilterResult(List.of(node), failed, unresolvable, "");
        }
    }

    /**
     * What each candidate says.
     *
     * @param board what is known of the nodes for the shape of the pod
     * @param patience checked before each node
     */
    static Verdict verdict(
            ExtenderArguments arguments, AnswerBoards.Board board, Refusals refusals, Patience patience) {
        Verdict verdict =
                new Verdict(new BestNodes(arguments.nodes().size()), new LinkedHashMap<>(), new LinkedHashMap<>());
        board.prepare(arguments.nodes(), patience::check);
        for (String name : arguments.nodes()) {
            patience.check();
            NodeAnswer known = board.about(name);
            NodeAnswer answer = known == null ? UNKNOWN : known;
            if (answer.fit().fits()) {
                verdict.passed().add(name, answer);
            } else if (refusals == Refusals.BY_CODE && answer.fit().code() == FitCode.UNSCHEDULABLE) {
                verdict.failed().put(name, answer.fit().message());
            } else {
                verdict.unresolvable().put(name, answer.fit().message());
            }
        }
        return verdict;
    }
}
