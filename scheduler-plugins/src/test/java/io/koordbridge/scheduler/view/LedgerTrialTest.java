package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger.AlreadyBound;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import io.koordbridge.scheduler.view.ClusterLedger.Refused;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerTrialTest {

    private static final Hold HOLD = new Hold(Hold.Owner.GANG, "test");

    private final ClusterLedger ledger = new ClusterLedger();
    private final PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

    @BeforeEach
    void oneNode() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
    }

    private static Placement hold(LedgerTrial trial, PodFacts pod, String node) {
        return trial.hold(pod, node, Instant.MAX, HOLD, view -> Samples.placed(pod));
    }

    private static long requested(ClusterView view) {
        return view.node("n1").orElseThrow().requested().get(ResourceNames.BATCH_CPU);
    }

    @Test
    void whatIsKeptInATrialShowsThereOnly() {
        ClusterView before = ledger.view();
        LedgerTrial trial = ledger.trial();

        assertThat(hold(trial, pod, "n1")).isInstanceOf(Assumed.class);
        hold(trial, Samples.batchPodFacts("q", 2_000, "1Gi"), "n1");

        assertThat(requested(trial.view())).isEqualTo(3_000);
        assertThat(ledger.view()).isSameAs(before);
        assertThat(ledger.assumptions()).isEmpty();
        assertThat(requested(ledger.trial().view())).isZero();
    }

    @Test
    void theBaseOfATrialHasEachNodeAsItWasTried() {
        LedgerTrial trial = ledger.trial();
        Samples.assume(ledger, Samples.batchPodFacts("q", 2_000, "1Gi"), "n1", Instant.MAX);
        assertThat(requested(trial.base())).isZero();

        hold(trial, pod, "n1");

        assertThat(requested(trial.base())).isEqualTo(2_000);
        assertThat(requested(trial.view())).isEqualTo(3_000);
    }

    @Test
    void aPodThatIsBoundAndANodeThatIsUnknownAreRefused() {
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("p", 1_000, "1Gi"), "n1"));
        LedgerTrial trial = ledger.trial();

        assertThat(hold(trial, pod, "n1")).isInstanceOf(AlreadyBound.class);
        assertThat(hold(trial, pod, "n2")).isInstanceOf(Refused.class);
        assertThat(requested(trial.view())).isEqualTo(1_000);
    }

    @Test
    void aViewNamesTheNodesThatHaveChangedSinceAnother() {
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        ClusterView before = ledger.view();
        ledger.nodeSeen(Samples.nodeFacts("n3", 4_000, "8Gi"));
        Samples.assume(ledger, pod, "n1", Instant.MAX);
        ledger.nodeGone("n2");

        assertThat(ledger.view().changedSince(before))
                .extracting(NodeView::name)
                .containsExactlyInAnyOrder("n1", "n3");
        assertThat(ledger.view().changedSince(ledger.view())).isEmpty();
        assertThat(ledger.view().changedSince(ClusterView.empty())).hasSize(2);
    }

    @Test
    void roomOnOneOfTwoNodesIsGivenUp() {
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        ledger.hold(pod, "n1", Instant.MAX, HOLD, view -> Samples.placed(pod));
        ledger.hold(pod, "n2", Instant.MAX, HOLD, view -> Samples.placed(pod));

        ledger.release(pod.uid(), "n1", Hold.Owner.GANG);

        assertThat(ledger.keeps(pod.uid(), "n1")).isFalse();
        assertThat(ledger.keeps(pod.uid(), "n2")).isTrue();
    }
}
