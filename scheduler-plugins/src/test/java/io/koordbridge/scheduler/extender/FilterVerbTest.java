package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FilterVerbTest {

    private final PodFacts pod = Samples.batchPodFacts("p", 2_000, "1Gi");

    @Test
    void aRefusalBeforeNodesIsOneEntryHoweverManyNodesThereAre() {
        List<String> nodes = IntStream.range(0, 1_000).mapToObj(i -> "n" + i).toList();

        FilterResult answer = FilterVerb.refused(
                new ExtenderArguments(pod, nodes),
                new FitResult(FitCode.UNSCHEDULABLE, List.of("Insufficient quotas, quota: a")));

        assertThat(answer.nodeNames()).isEmpty();
        assertThat(answer.failedNodes()).isEmpty();
        assertThat(answer.failedAndUnresolvableNodes()).isEqualTo(Map.of("n0", "Insufficient quotas, quota: a"));
    }

    @Test
    void aRefusalWithoutCandidatesHasNoEntry() {
        assertThat(FilterVerb.refused(
                                new ExtenderArguments(pod, List.of()),
                                new FitResult(FitCode.UNSCHEDULABLE, List.of("any")))
                        .failedAndUnresolvableNodes())
                .isEmpty();
    }

    @Test
    void nodesThatRefuseByThemselvesHaveTheirOwnReasons() {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("small", 1_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("large", 4_000, "8Gi"));

        FilterVerb.Verdict verdict = verdict(ledger, FilterVerb.Refusals.NEVER_PREEMPT, "large", "small", "unseen");

        assertThat(verdict.best(pod, 0).nodeNames()).containsExactly("large");
        assertThat(verdict.failed()).isEmpty();
        assertThat(verdict.unresolvable())
                .isEqualTo(Map.of(
                        "small",
                        "Insufficient kubernetes.io/batch-cpu",
                        "unseen",
                        "node(s) not known to the extender yet"));
    }

    @Test
    void byCodeARefusalThatAVictimMayEndIsNotUnresolvable() {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("full", 2_000, "8Gi"));
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("running", 1_000, "1Gi"), "full"));
        ledger.nodeSeen(Samples.nodeFacts("small", 1_000, "8Gi"));

        FilterVerb.Verdict verdict = verdict(ledger, FilterVerb.Refusals.BY_CODE, "full", "small");

        assertThat(verdict.failed()).containsOnlyKeys("full");
        assertThat(verdict.unresolvable()).containsOnlyKeys("small");
    }

    private FilterVerb.Verdict verdict(ClusterLedger ledger, FilterVerb.Refusals refusals, String... nodes) {
        return FilterVerb.verdict(
                new ExtenderArguments(pod, List.of(nodes)),
                new AnswerBoards(ledger.answerBudget(), Samples.plugins()::answer).of(pod.shape(), ledger.view()),
                refusals,
                new Patience(Duration.ofSeconds(5), () -> 0));
    }
}
