package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrioritizeVerbTest {

    private final PodFacts pod = Samples.batchPodFacts("p", 100, "1Gi");

    private List<HostPriority> priorities(Map<String, NodeAnswer> answers, int maxScore, String... candidates) {
        ClusterLedger ledger = new ClusterLedger();
        answers.keySet().forEach(name -> ledger.nodeSeen(Samples.nodeFacts(name, 1_000, "1Gi")));
        AnswerBoards boards = new AnswerBoards(ledger.answerBudget(), (shape, node) -> answers.get(node.name()));
        return PrioritizeVerb.answer(
                new ExtenderArguments(pod, List.of(candidates)),
                boards.of(pod.shape(), ledger.view()),
                maxScore,
                new Patience(Duration.ofSeconds(5), () -> 0));
    }

    @Test
    void aRelativeScoreCountsFrom0To100AmongTheCandidates() {
        Map<String, NodeAnswer> answers = Map.of(
                "few", new NodeAnswer(FitResult.FITS, 50 + 10, 10),
                "some", new NodeAnswer(FitResult.FITS, 20, 20),
                "most", new NodeAnswer(FitResult.FITS, 40, 40));

        assertThat(priorities(answers, 100, "few", "some"))
                .containsExactly(new HostPriority("few", 100), new HostPriority("some", 100));
        assertThat(priorities(answers, 10, "few", "some", "most", "unknown"))
                .containsExactly(
                        new HostPriority("few", 7),
                        new HostPriority("some", 5),
                        new HostPriority("most", 10),
                        new HostPriority("unknown", 0));
    }
}
