package io.koordbridge.scheduler.view;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers about all nodes for the shapes that were asked for last, kept from view to view: only nodes that changed are asked again, and
 * what is known is found by place instead of through the snapshots, which lie all over the memory. As many shapes are kept as the budget
 * has room for; the one that was not asked for the longest time goes first. No snapshot is kept: that of each answer is known by number.
 */
public final class AnswerBoards {

    private final AnswerBudget budget;
    private final ForkJoinPool pool;
    private final BiFunction<PodShape, NodeView, NodeAnswer> ask;
    private volatile Kept[] boards = new Kept[0];

    /**
     * No answers yet.
     *
     * @param budget for how many shapes
     * @param ask follows from shape and snapshot; several threads call it at once
     */
    public AnswerBoards(AnswerBudget budget, BiFunction<PodShape, NodeView, NodeAnswer> ask) {
        this(budget, new ForkJoinPool(Runtime.getRuntime().availableProcessors()), ask);
    }

    /** With threads of a pool, which starts them when they are needed. */
    AnswerBoards(AnswerBudget budget, ForkJoinPool pool, BiFunction<PodShape, NodeView, NodeAnswer> ask) {
        this.budget = budget;
        this.pool = pool;
        this.ask = ask;
    }

    /** What is known for a shape of the snapshots with these numbers. */
    private static final class Kept {
        private final PodShape shape;
        private final Object line;
        private final long[][] versions;
        private final @Nullable NodeAnswer[] answers;

        Kept(PodShape shape, Object line, long[][] versions, @Nullable NodeAnswer[] answers) {
            this.shape = shape;
            this.line = line;
            this.versions = versions;
            this.answers = answers;
        }
    }

    /** The answers about one view for one shape. Requests share it: two that find the same node unanswered both ask. */
    public final class Board {

        /** Above so many candidates answers are calculated in parallel; fewer are done before other threads have started. */
        private static final int MANY = 1_000;

        private static final int PART = 64;

        private final PodShape shape;
        private final ClusterView view;
        private final @Nullable NodeAnswer[] answers;

        private Board(PodShape shape, ClusterView view, @Nullable NodeAnswer[] answers) {
            this.shape = shape;
            this.view = view;
            this.answers = answers;
        }

        /** The answer about a node, null when it is not known. */
        public @Nullable NodeAnswer about(String name) {
            int place = view.place(name);
            return place < 0 ? null : at(place);
        }

        private @Nullable NodeAnswer at(int place) {
            NodeView node = view.at(place);
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

        /**
         * Calculates in parallel the answers that are missing of many nodes. The answers are the same without it.
         *
         * @param check called before each node, by any thread; an exception of it ends the work
         */
        public void prepare(List<String> names, Runnable check) {
            if (names.size() <= MANY || pool.getParallelism() == 1) {
                return;
            }
            int[] unknown = names.stream()
                    .mapToInt(view::place)
                    .filter(place -> place >= 0 && answers[place] == null)
                    .toArray();
            if (unknown.length > PART) {
                pool.invoke(new Part(unknown, 0, unknown.length, check));
            }
        }

        private final class Part extends RecursiveAction {
            private static final long serialVersionUID = 1L;

            private final transient int[] places;
            private final int begin;
            private final int end;
            private final transient Runnable check;

            Part(int[] places, int begin, int end, Runnable check) {
                this.places = places;
                this.begin = begin;
                this.end = end;
                this.check = check;
            }

            @Override
            protected void compute() {
                if (end - begin > PART) {
                    int middle = (begin + end) >>> 1;
                    invokeAll(new Part(places, begin, middle, check), new Part(places, middle, end, check));
                    return;
                }
                for (int i = begin; i < end; i++) {
                    check.run();
                    at(places[i]);
                }
            }
        }
    }

    /** The answers about a view, with those that are known already. Shapes are compared by identity. */
    public Board of(PodShape shape, ClusterView view) {
        Kept now = now(find(shape, view.line()), shape, view);
        remember(now);
        return new Board(shape, view, now.answers);
    }

    private static Kept now(@Nullable Kept before, PodShape shape, ClusterView view) {
        if (before == null) {
            return new Kept(shape, view.line(), view.versions(), new NodeAnswer[view.places()]);
        }
        if (isSame(before.versions, view.versions())) {
            return before;
        }
        @Nullable NodeAnswer[] answers = Arrays.copyOf(before.answers, view.places());
        // The view may be older than what is known, with fewer places; behind those of before there are no answers.
        int pieces = Math.min(before.versions.length, view.versions().length);
        for (int piece = 0; piece < pieces; piece++) {
            forgetChanged(answers, piece * ClusterView.PIECE, before.versions[piece], view.versions()[piece]);
        }
        return new Kept(shape, view.line(), view.versions(), answers);
    }

    private static void forgetChanged(@Nullable NodeAnswer[] answers, int first, long[] before, long[] now) {
        if (isSame(before, now)) {
            return;
        }
        int end = Math.min(ClusterView.PIECE, answers.length - first);
        for (int i = 0; i < end; i++) {
            if (before[i] != now[i]) {
                answers[first + i] = null;
            }
        }
    }

    private @Nullable Kept find(PodShape shape, Object line) {
        for (Kept board : boards) {
            if (isSame(board.shape, shape) && isSame(board.line, line)) {
                return board;
            }
        }
        return null;
    }

    /** The newest comes first. Of two writers at once one may be forgotten, which costs calculations. */
    private void remember(Kept now) {
        Kept[] known = boards;
        if (known.length > 0 && isSame(known[0], now)) {
            return;
        }
        Kept[] others = Arrays.stream(known)
                .filter(board -> !isSame(board.shape, now.shape) && isSame(board.line, now.line))
                .limit(budget.shapes() - 1)
                .toArray(Kept[]::new);
        Kept[] all = new Kept[others.length + 1];
        all[0] = now;
        System.arraycopy(others, 0, all, 1, others.length);
        boards = all;
    }

    @SuppressWarnings(
            "ReferenceEquality") // Numbers and shapes that are the same object have the same answers; comparing
    // contents would cost more.
    private static boolean isSame(Object one, Object other) {
        return one == other;
    }
}
