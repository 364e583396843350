package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.PluginList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerBoardsTest {

    private static final Instant AT = Instant.parse("2026-01-15T08:00:00Z");

    private final ClusterLedger ledger = new ClusterLedger();
    private final PluginList plugins = Samples.plugins();
    private final List<String> asked = new ArrayList<>();
    private final AnswerBoards boards = new AnswerBoards((shape, node) -> {
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
