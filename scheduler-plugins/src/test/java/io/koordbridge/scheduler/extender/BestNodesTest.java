package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BestNodesTest {

    @Property
    void areAsManyAsAllowedAndNoneLeftOutIsBetter(
            @ForAll @Size(max = 40) List<@IntRange(max = 500) Integer> scores,
            @ForAll @IntRange(min = 1, max = 50) int limit,
            @ForAll int salt) {
        BestNodes nodes = new BestNodes(scores.size());
        IntStream.range(0, scores.size())
                .forEach(node -> nodes.add(Integer.toString(node), new NodeAnswer(FitResult.FITS, scores.get(node))));

        List<Integer> best =
                nodes.best(limit, salt).stream().map(Integer::valueOf).toList();

        assertThat(best).hasSize(Math.min(limit, scores.size())).doesNotHaveDuplicates();
        List<Integer> expected = new ArrayList<>(scores);
        expected.sort(Comparator.reverseOrder());
        assertThat(best.stream().map(scores::get).sorted(Comparator.reverseOrder()))
                .isEqualTo(expected.subList(0, best.size()));
    }

    @Test
    void aRelativeScoreCountsAsAShareOfTheBest() {
        BestNodes nodes = new BestNodes(3);
        nodes.add("some", new NodeAnswer(FitResult.FITS, 60 + 10, 10));
        nodes.add("best", new NodeAnswer(FitResult.FITS, 30 + 20, 20));
        nodes.add("none", new NodeAnswer(FitResult.FITS, 80, 0));

        assertThat(nodes.best(1, 0)).containsExactly("best");
        assertThat(nodes.best(2, 0)).containsExactly("best", "some");
    }

    @Test
    void podsOfOneKindDoNotAllSeeTheSameNodes() {
        BestNodes nodes = new BestNodes(10);
        IntStream.range(0, 10).forEach(node -> nodes.add("n" + node, new NodeAnswer(FitResult.FITS, 0)));

        assertThat(nodes.best(3, 0)).isNotEqualTo(nodes.best(3, 4));
    }

    @Test
    void arePickedForPodsWithoutAffinityOnly() {
        ClusterLedger ledger = new ClusterLedger();
        List<String> names = IntStream.range(0, 20).mapToObj(i -> "n" + i).toList();
        names.forEach(
                name -> ledger.nodeSeen(Samples.nodeFacts(name, names.indexOf(name) < 15 ? 1_000 : 20_000, "80Gi")));
        PodFacts plain = Samples.batchPodFacts("p", 500, "1Gi");
        PodFacts choosy = PodFactsReader.read(new PodBuilder(Samples.batchPod("p", 500, "1Gi"))
                .editSpec()
                .withAffinity(new Affinity())
                .endSpec()
                .build());

        assertThat(filtered(ledger, plain, names, 5)).containsExactlyInAnyOrder("n15", "n16", "n17", "n18", "n19");
        assertThat(filtered(ledger, choosy, names, 5)).isEqualTo(names);
        assertThat(filtered(ledger, plain, names, 0)).isEqualTo(names);
    }

    private static List<String> filtered(ClusterLedger ledger, PodFacts pod, List<String> names, int bestNodes) {
        return FilterVerb.verdict(
                        new ExtenderArguments(pod, names),
                        new AnswerBoards(ledger.answerBudget(), Samples.plugins()::answer)
                                .of(pod.shape(), ledger.view()),
                        FilterVerb.Refusals.NEVER_PREEMPT,
                        new Patience(Duration.ofSeconds(5), () -> 0))
                .best(pod, bestNodes)
                .nodeNames();
    }
}
