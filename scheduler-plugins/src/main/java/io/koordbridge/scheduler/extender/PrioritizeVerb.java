package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.NodeAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much each candidate is preferred. */
@PureCore
final class PrioritizeVerb {

    private static final long FULL_SCALE = 100;

    private PrioritizeVerb() {}

    /** Scores in which each capability of weight 1 counts from 0 to {@code maxScore}; a node that is not known gets 0. */
    static List<HostPriority> answer(
            ExtenderArguments arguments, AnswerBoards.Board board, int maxScore, Patience patience) {
        return arguments.nodes().stream()
                .map(name -> {
                    patience.check();
                    return new HostPriority(name, score(board.about(name)) * maxScore / FULL_SCALE);
                })
                .toList();
    }

    private static long score(@Nullable NodeAnswer known) {
        return known == null ? 0 : known.score();
    }
}
