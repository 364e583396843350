package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerBoardsTest {

    private static final Instant AT = Instant.parse("2026-01-15T08:00:00Z");

    private final ClusterLedger ledger = new ClusterLedger();
    private final PluginList plugins = Samples.plugins();
    private final List<String> asked = new ArrayList<>();
    private final AnswerBoards boards = new AnswerBoards(ledger.answerBudget(), (shape, node) -> {
        asked.add(node.name());
        return plugins.answer(shape, node);
    });

    private PodFacts pod(String name, long milliCpu) {
        return ledger.shared(Samples.batchPodFacts(name, milliCpu, "1Gi"));
    }

    private void node(String name, long milliCpu) {
        ledger.nodeSeen(Samples.nodeFacts(name, milliCpu, "64Gi"));
    }

    @Test
    void onlyNodesThatChangedAreAskedAgain() {
        List.of("a", "b", "c").forEach(name -> node(name, 4_000));
        PodFacts pod = pod("p", 500);
        List.of("a", "b", "c")
                .forEach(name -> boards.of(pod.shape(), ledger.view()).about(name));
        asked.clear();

        node("b", 8_000);
        node("d", 8_000);
        AnswerBoards.Board board = boards.of(pod("q", 500).shape(), ledger.view());
        List.of("a", "b", "c", "d").forEach(board::about);

        assertThat(asked).containsExactly("b", "d");
        assertThat(board.about("none")).isNull();
    }

    /** Answers computed per filter, when one node changes before each and the shapes take turns. */
    private static int computedPerFilter(int shapes, int nodes) {
        AtomicInteger computed = new AtomicInteger();
        PluginList counting = new PluginList(List.of(new Counted(computed)));
        ClusterLedger cluster = new ClusterLedger();
        AnswerBoards answers = new AnswerBoards(cluster.answerBudget(), counting::answer);
        List<PodFacts> pods = IntStream.range(0, shapes)
                .mapToObj(number -> cluster.shared(Samples.batchPodFacts("p" + number, 100 + number, "1Gi")))
                .toList();
        for (int node = 0; node < nodes; node++) {
            cluster.nodeSeen(Samples.nodeFacts("n" + node, 4_000, "64Gi"));
        }
        int most = 0;
        for (int step = 0; step < 3 * shapes; step++) {
            cluster.nodeSeen(Samples.nodeFacts("n" + step % nodes, 5_000 + step, "64Gi"));
            computed.set(0);
            AnswerBoards.Board board = answers.of(pods.get(step % shapes).shape(), cluster.view());
            for (int node = 0; node < nodes; node++) {
                board.about("n" + node);
            }
            most = step < shapes ? 0 : Math.max(most, computed.get());
        }
        return most;
    }

    private record Counted(AtomicInteger computed) implements SchedulingPlugin {
        @Override
        public String name() {
            return "counted";
        }

        @Override
        public PluginAnswer answer(PodShape pod, NodeView node) {
            computed.incrementAndGet();
            return PluginAnswer.fits(50);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 12, 16, 40})
    void manyShapesInTurnComputeOnlyNodesThatChanged(int shapes) {
        assertThat(computedPerFilter(shapes, 300)).isEqualTo(shapes);
    }

    @Test
    void moreNodesOrLessHeapLeaveRoomForFewerShapes() {
        AnswerBudget budget = new AnswerBudget(12 << 20);
        budget.nodes(1_000);
        assertThat(budget.shapes()).isBetween(90, 100);
        budget.nodes(5_000);
        assertThat(budget.shapes()).isBetween(18, 20);
        budget.nodes(1_000_000);
        assertThat(budget.shapes()).isEqualTo(8);
    }

    @Test
    void theShapeThatWasNotAskedForTheLongestTimeGoesFirst() {
        node("a", 4_000);
        AnswerBudget eight = new AnswerBudget(0);
        AnswerBoards few = new AnswerBoards(eight, (shape, node) -> {
            asked.add(node.name());
            return new NodeAnswer(FitResult.FITS, 0);
        });
        List<PodFacts> pods = IntStream.range(0, 9)
                .mapToObj(number -> pod("p" + number, 100 + number))
                .toList();
        pods.subList(0, 8).forEach(pod -> few.of(pod.shape(), ledger.view()).about("a"));
        few.of(pods.get(0).shape(), ledger.view()).about("a");
        few.of(pods.get(8).shape(), ledger.view()).about("a");
        asked.clear();

        few.of(pods.get(0).shape(), ledger.view()).about("a");
        assertThat(asked).isEmpty();
        few.of(pods.get(1).shape(), ledger.view()).about("a");
        assertThat(asked).hasSize(1);
    }

    @Test
    void severalThreadsGiveTheAnswersOfOne() {
        Random random = new Random(7);
        List<String> names = IntStream.range(0, 1_500).mapToObj(i -> "n" + i).toList();
        names.forEach(name -> node(name, 100L * (1 + random.nextInt(40))));
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        AnswerBoards parallel = new AnswerBoards(ledger.answerBudget(), new ForkJoinPool(4), (shape, node) -> {
            threads.add(Thread.currentThread());
            return plugins.computed(shape, node);
        });
        for (int round = 0; round < 20; round++) {
            PodFacts pod = pod("p", 100L * (1 + random.nextInt(8)));
            IntStream.range(0, 400).forEach(i -> node(names.get(random.nextInt(1_500)), random.nextInt(4_000)));
            AnswerBoards.Board board = parallel.of(pod.shape(), ledger.view());
            board.prepare(names, () -> {});
            for (String name : names) {
                NodeView node = ledger.view().node(name).orElseThrow();
                assertThat(board.about(name)).isEqualTo(plugins.computed(pod.shape(), node));
            }
        }
        assertThat(threads).doesNotContain(Thread.currentThread()).isNotEmpty();
    }

    @Test
    void whoEndsTheWorkOfSeveralThreadsIsHeard() {
        List<String> names = IntStream.range(0, 1_500).mapToObj(i -> "n" + i).toList();
        names.forEach(name -> node(name, 1_000));
        AtomicInteger checked = new AtomicInteger();
        AnswerBoards parallel = new AnswerBoards(
                ledger.answerBudget(), new ForkJoinPool(4), (shape, node) -> plugins.computed(shape, node));
        AnswerBoards.Board board = parallel.of(pod("p", 100).shape(), ledger.view());

        assertThatThrownBy(() -> board.prepare(names, () -> {
                    if (checked.incrementAndGet() > 100) {
                        throw new IllegalStateException("given up");
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("given up");
        assertThat(checked.get()).isLessThan(1_500);
    }

    @Test
    void answersAreThoseOfTheSnapshotsOverRandomHistories() {
        Random random = new Random(5);
        for (int step = 0; step < 5_000; step++) {
            String name = "n" + random.nextInt(20);
            PodFacts other = pod("o" + random.nextInt(50), 100L * (1 + random.nextInt(8)));
            switch (random.nextInt(5)) {
                case 0 -> node(name, 1_000L * (1 + random.nextInt(4)));
                case 1 -> ledger.nodeGone(name);
                case 2 -> ledger.podSeen(Samples.boundFacts(Samples.batchPod(other.name(), 300, "1Gi"), name));
                case 3 -> ledger.podGone(other.uid(), other.key());
                default -> Samples.assume(ledger, other, name, AT);
            }
            PodFacts pod = pod("o" + random.nextInt(50), 100L * (1 + random.nextInt(8)));
            ClusterView view = ledger.viewFor(pod.uid());
            AnswerBoards.Board board = boards.of(pod.shape(), view);
            for (int node = 0; node < 20; node++) {
                String about = "n" + node;
                assertThat(board.about(about))
                        .isEqualTo(view.node(about)
                                .map(found -> plugins.answer(pod.shape(), found))
                                .orElse(null));
            }
        }
    }
}
