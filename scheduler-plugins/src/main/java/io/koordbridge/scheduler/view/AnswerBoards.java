package io.koordbridge.scheduler.view;

import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers about all nodes for the shapes that were asked for last, kept from view to view: only nodes that changed are asked again, and
 * what is known is found by place instead of through the snapshots, which lie all over the memory.
 */
public final class AnswerBoards {

    private static final int MOST = 4;

    private final BiFunction<PodShape, NodeView, NodeAnswer> ask;
    private volatile Board[] boards = new Board[0];

    /**
     * No answers yet.
     *
     * @param ask follows from shape and snapshot
     */
    public AnswerBoards(BiFunction<PodShape, NodeView, NodeAnswer> ask) {
        this.ask = ask;
    }

    /** The answers about one view for one shape. Requests share it: two that find the same node unanswered both ask. */
    public static final class Board {
        private final PodShape shape;
        private final ClusterView view;
        private final BiFunction<PodShape, NodeView, NodeAnswer> ask;
        private final @Nullable NodeAnswer[] answers;

        private Board(
                PodShape shape,
                ClusterView view,
                BiFunction<PodShape, NodeView, NodeAnswer> ask,
                @Nullable NodeAnswer[] answers) {
            this.shape = shape;
            this.view = view;
            this.ask = ask;
            this.answers = answers;
        }

        /** The answer about a node, null when it is not known. */
        public @Nullable NodeAnswer about(String name) {
            int place = view.place(name);
            NodeView node = place < 0 ? null : view.at(place);
            if (node == null) {
                return null;
            }
            NodeAnswer known = answers[place];
            if (known == null) {
                known = ask.apply(shape, node);
                answers[place] = known;
            }
            return known;
        }
    }

    /** The answers about a view, with those that are known already. Shapes are compared by identity. */
    public Board of(PodShape shape, ClusterView view) {
        Board before = find(shape);
        if (before != null && isSame(before.view, view)) {
            return before;
        }
        @Nullable
        NodeAnswer[] answers = before == null || !view.follows(before.view)
                ? new NodeAnswer[view.places()]
                : Arrays.copyOf(before.answers, view.places());
        if (before != null && view.follows(before.view)) {
            for (int place = 0; place < answers.length; place++) {
                if (!isSame(view.at(place), before.view.at(place))) {
                    answers[place] = null;
                }
            }
        }
        Board now = new Board(shape, view, ask, answers);
        remember(now);
        return now;
    }

    private @Nullable Board find(PodShape shape) {
        for (Board board : boards) {
            if (isSame(board.shape, shape)) {
                return board;
            }
        }
        return null;
    }

    /** The newest comes first. Of two writers at once one may be forgotten, which costs calculations. */
    private void remember(Board now) {
        Board[] others = Arrays.stream(boards)
                .filter(board -> !isSame(board.shape, now.shape))
                .limit(MOST - 1)
                .toArray(Board[]::new);
        Board[] all = new Board[others.length + 1];
        all[0] = now;
        System.arraycopy(others, 0, all, 1, others.length);
        boards = all;
    }

    @SuppressWarnings(
            "ReferenceEquality") // Snapshots and shapes that are the same object have the same answers; comparing
    // contents would cost more.
    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return one == other;
    }
}
