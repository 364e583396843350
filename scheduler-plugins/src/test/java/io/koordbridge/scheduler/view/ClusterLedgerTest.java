package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger.AlreadyBound;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import io.koordbridge.scheduler.view.ClusterLedger.Refused;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterLedgerTest {

    private static final Instant LATER = Instant.parse("2026-01-01T00:00:30Z");

    private final ClusterLedger ledger = new ClusterLedger();
    private final PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

    @BeforeEach
    void twoNodes() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
    }

    @Test
    void countsAPlacementUntilItIsReleased() {
        Assumed placement = (Assumed) assume(pod, "n1");
        assertThat(requested("n1")).isEqualTo(1_000);

        ledger.release(placement.assumption());

        assertThat(requested("n1")).isZero();
        assertThat(ledger.assumptions()).isEmpty();
    }

    @Test
    void countsAPodOnceWhenItsEventComes() {
        assume(pod, "n1");

        ledger.podSeen(Samples.boundFacts(Samples.batchPod("p", 1_000, "1Gi"), "n1"));

        assertThat(requested("n1")).isEqualTo(1_000);
        assertThat(ledger.view().node("n1").orElseThrow().placed().assumed().size())
                .isZero();
    }

    @Test
    void dropsAPlacementWhenThePodTurnsUpElsewhere() {
        assume(pod, "n1");

        ledger.podSeen(Samples.boundFacts(Samples.batchPod("p", 1_000, "1Gi"), "n2"));

        assertThat(requested("n1")).isZero();
        assertThat(requested("n2")).isEqualTo(1_000);
    }

    @Test
    void dropsEverythingOfAPodThatIsGone() {
        assume(pod, "n1");

        ledger.podGone(pod.uid(), pod.key());

        assertThat(requested("n1")).isZero();
    }

    @Test
    void keepsAPlacementThatIsUnderWayWhenItsPodChangesUnbound() {
        assume(pod, "n1");

        ledger.podSeen(pod);

        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void doesNotCountAPodTwiceWhenItIsPlacedAgain() {
        assume(pod, "n1");
        assume(pod, "n1");

        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void saysThatAPodIsBoundAlready() {
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("p", 1_000, "1Gi"), "n1"));

        assertThat(assume(pod, "n1")).isInstanceOf(AlreadyBound.class);
    }

    @Test
    void refusesANodeThatItDoesNotKnow() {
        assertThat(assume(pod, "n3")).isInstanceOf(Refused.class);
        assertThat(ledger.assumptions()).isEmpty();
    }

    @Test
    void remembersPodsOfANodeThatComesBack() {
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("p", 1_000, "1Gi"), "n1"));
        ledger.nodeGone("n1");
        assertThat(ledger.view().node("n1")).isEmpty();

        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));

        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void countsPodsThatCameBeforeTheirNode() {
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("p", 1_000, "1Gi"), "n9"));

        ledger.nodeSeen(Samples.nodeFacts("n9", 4_000, "8Gi"));

        assertThat(requested("n9")).isEqualTo(1_000);
    }

    @Test
    void aReplacementPodOfTheSameNameSurvivesTheEndOfTheOldOne() {
        ledger.podSeen(Samples.batchPodFacts("p", 2_000, "1Gi"));

        ledger.podGone("uid-of-the-old-one", "jobs/p");

        assertThat(ledger.pendingPod("jobs", "p")).isPresent();
    }

    @Test
    void keepsTheSameViewWhileNothingChanges() {
        ClusterView before = ledger.view();
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));

        assertThat(ledger.view()).isSameAs(before);
    }

    @Test
    void aViewDoesNotChangeAfterwards() {
        ClusterView before = ledger.view();

        assume(pod, "n1");

        assertThat(before.node("n1").orElseThrow().requested().get(ResourceNames.BATCH_CPU))
                .isZero();
    }

    @Test
    void aPodDoesNotStandInItsOwnWay() {
        assume(pod, "n1");

        NodeView own = ledger.viewFor(pod.uid()).node("n1").orElseThrow();
        NodeView others = ledger.viewFor("uid-other").node("n1").orElseThrow();

        assertThat(own.requested().get(ResourceNames.BATCH_CPU)).isZero();
        assertThat(others.requested().get(ResourceNames.BATCH_CPU)).isEqualTo(1_000);
    }

    @Test
    void listsPlacementsWhoseTimeHasCome() {
        assume(pod, "n1");

        assertThat(ledger.overdue(LATER.minusMillis(1))).isEmpty();
        assertThat(ledger.overdue(LATER)).hasSize(1);
    }

    @Test
    void addsHostileAmountsWithoutTurningNegative() {
        PodFacts huge = PodFactsReader.read(Samples.pod("huge", Map.of(ResourceNames.BATCH_CPU, "9e18")));
        PodFacts another = PodFactsReader.read(Samples.pod("another", Map.of(ResourceNames.BATCH_CPU, "9e18")));
        assume(huge, "n1");
        assume(another, "n1");

        assertThat(requested("n1")).isEqualTo(Long.MAX_VALUE);
    }

    private Placement assume(PodFacts which, String node) {
        return Samples.assume(ledger, which, node, LATER);
    }

    private long requested(String node) {
        return ledger.view().node(node).orElseThrow().requested().get(ResourceNames.BATCH_CPU);
    }
}
