package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class PluginListTest {

    private static final PluginAnswer NO_OPINION = PluginAnswer.of(FitResult.FITS);

    private final ClusterLedger ledger = new ClusterLedger();
    private final PodFacts pod = Samples.batchPodFacts("p", 100, "1Gi");

    private record Fixed(PluginAnswer given, long weight) implements SchedulingPlugin {
        @Override
        public String name() {
            return "fixed";
        }

        @Override
        public PluginAnswer answer(PodShape pod, NodeView node) {
            return given;
        }
    }

    private NodeAnswer answer(SchedulingPlugin... plugins) {
        ledger.nodeSeen(Samples.nodeFacts("n1", 1_000, "1Gi"));
        return new PluginList(List.of(plugins))
                .computed(pod.shape(), ledger.view().node("n1").orElseThrow());
    }

    @Test
    void aPluginWithoutOpinionTakesNothingFromTheOthers() {
        assertThat(answer(new Fixed(PluginAnswer.fits(57), 1)).score()).isEqualTo(57);
        assertThat(answer(new Fixed(PluginAnswer.fits(57), 1), new Fixed(NO_OPINION, 1))
                        .score())
                .isEqualTo(57);
        assertThat(answer(new Fixed(PluginAnswer.fits(57), 1), new Fixed(PluginAnswer.fits(0), 1))
                        .score())
                .as("the same score everywhere, as kube-scheduler adds it")
                .isEqualTo(57);
    }

    @Test
    void eachStepOfAScoreCountsByItsWeight() {
        assertThat(answer(new Fixed(PluginAnswer.fits(57), 1), new Fixed(PluginAnswer.fits(3), 5))
                        .score())
                .isEqualTo(72);
    }

    @Test
    void aRelativeScoreIsKeptForTheComparisonWithOtherNodes() {
        NodeAnswer answer = answer(new Fixed(PluginAnswer.fits(3), 5), new Fixed(PluginAnswer.fitsRelatively(30), 1));

        assertThat(answer.score()).isEqualTo(45);
        assertThat(answer.scoreAmong(40)).isEqualTo(15 + 75);
        assertThat(answer.scoreAmong(30)).isEqualTo(115);
    }

    @Test
    void aRefusalNamesEachReasonAndScoresNothing() {
        FitResult full = new FitResult(FitCode.UNSCHEDULABLE, List.of("full"));
        FitResult never = new FitResult(FitCode.UNRESOLVABLE, List.of("never"));

        assertThat(answer(new Fixed(PluginAnswer.of(full), 1), new Fixed(PluginAnswer.of(never), 1)))
                .isEqualTo(new NodeAnswer(new FitResult(FitCode.UNRESOLVABLE, List.of("full", "never")), 0));
    }
}
