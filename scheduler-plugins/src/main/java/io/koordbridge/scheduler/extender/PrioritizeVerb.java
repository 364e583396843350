package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** How much each candidate is preferred. */
@PureCore
final class PrioritizeVerb {

    private static final long FULL_SCALE = 100;
    private static final NodeAnswer UNKNOWN = new NodeAnswer(FitResult.unknownNode(), 0);

    private PrioritizeVerb() {}

    /** Scores in which each capability of weight 1 counts from 0 to {@code maxScore}; a node that is not known gets 0. */
    static List<HostPriority> answer(
            ExtenderArguments arguments, AnswerBoards.Board board, int maxScore, Patience patience) {
        List<NodeAnswer> answers = arguments.nodes().stream()
                .map(name -> {
                    patience.check();
                    return Objects.requireNonNullElse(board.about(name), UNKNOWN);
                })
                .toList();
        long best = answers.stream().mapToLong(NodeAnswer::relative).max().orElse(0);
        return IntStream.range(0, answers.size())
                .mapToObj(i -> new HostPriority(
                        arguments.nodes().get(i), answers.get(i).scoreAmong(best) * maxScore / FULL_SCALE))
                .toList();
    }
}
