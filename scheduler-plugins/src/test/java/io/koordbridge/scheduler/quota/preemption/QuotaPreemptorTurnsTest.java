package io.koordbridge.scheduler.quota.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.quota.preemption.Companions.Party;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose turn it is, pods that enter together, and pods that only our checks of nodes refuse. */
class QuotaPreemptorTurnsTest extends PreemptionScene {

    @Test
    void threePodsThatCannotPreemptDoNotKeepTheFourthFromItsTurn() {
        for (int i = 0; i < 3; i++) {
            waits("wide" + i, "3", 9);
        }
        waits("small", "1", 8);

        round();
        round();

        assertThat(api.evicted).containsExactly("low");
        assertThat(preemptor.of("ns/small")).isPresent();
    }

    @Test
    void aPodOfHigherRankThatCameLaterIsTriedFirst() {
        for (int i = 0; i < 7; i++) {
            waits("wide" + i, "3", 8);
        }
        round();
        waits("small", "1", 9);
        round();

        assertThat(preemptor.of("ns/small")).isPresent();
    }

    @Test
    void podsWhosePolicyForbidsItKeepNoOtherFromItsTurn() {
        for (int i = 0; i < 9; i++) {
            api.neverPods.add("never" + i);
            waits("never" + i, "1", 9);
        }
        waits("small", "1", 8);

        for (int i = 0; i < 4; i++) {
            round();
        }

        assertThat(preemptor.of("ns/small")).isPresent();
    }

    private void party(int needed, PodFacts... pods) {
        companions = pod -> List.of(pods).contains(pod) ? List.of(new Party(List.of(pods), needed)) : List.of();
    }

    private PodFacts inPlan(String name, String cpu, int priority) {
        Pod pod = pod(name, "a", cpu, priority, null);
        seen(pod);
        PodFacts facts = PodFactsReader.read(pod);
        assertThat(gate.hold(facts, clock.instant().plusSeconds(60)).fits()).isFalse();
        return facts;
    }

    @Test
    void podsThatEnterTogetherPreemptTogetherInTheirQuota() {
        PodFacts one = inPlan("g1", "1", 9);
        PodFacts two = inPlan("g2", "1", 9);
        PodFacts quick = waits("quick", "1", 4);
        party(2, one, two);
        round();
        assertThat(api.evicted).containsExactlyInAnyOrder("low", "other");

        ends("low");
        ends("other");
        assertThat(gate.admit(quick).fits()).isFalse();
        assertThat(gate.hold(one, clock.instant().plusSeconds(60)).fits()).isTrue();
        assertThat(gate.hold(two, clock.instant().plusSeconds(60)).fits()).isTrue();
        round();
        assertThat(api.evicted).hasSize(2);
    }

    @Test
    void noVictimIsTakenForPodsThatCannotEnterTogether() {
        PodFacts one = inPlan("g1", "1", 9);
        PodFacts two = inPlan("g2", "1", 9);
        PodFacts small = inPlan("g3", "1", 2);
        party(3, one, two, small);
        for (int i = 0; i < 12; i++) {
            round();
        }

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void onlyAsManyAsAreNeededTakeVictims() {
        PodFacts one = inPlan("g1", "1", 9);
        PodFacts two = inPlan("g2", "1", 9);
        party(1, one, two);
        round();

        assertThat(api.evicted).containsExactly("low");
    }

    private void refusedByOurChecks() {
        quota("a", 9_000);
        seen(pod("guard", "a", "1", 2, "n1"));
        seen(pod("high-guard", "a", "1", 9, "n2"));
        Pod guardOfN2 = pod("guard", "a", "1", 20, "n2");
        seen(new PodBuilder(guardOfN2)
                .editMetadata()
                .withUid("uid-2")
                .withNamespace("other")
                .endMetadata()
                .build());
        Pod pinned = pod("pinned", "a", "500m", 9, null);
        seen(pinned);
        refusedByNodes.add(PodFactsReader.read(pinned));
    }

    @Test
    void aPodThatOnlyOurChecksOfNodesRefuseMakesRoomInItsQuota() {
        refusedByOurChecks();
        round();
        assertThat(api.evicted).isEmpty();
        round();

        assertThat(api.evicted).containsExactly("guard");
        assertThat(preemptor.of("ns/pinned"))
                .hasValueSatisfying(one -> assertThat(one.node()).isEqualTo("n1"));
    }

    @Test
    void kubeSchedulersOwnPreemptionForItComesFirst() {
        refusedByOurChecks();
        api.nominated = "n2";
        round();
        round();

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void aPodThatSomeNodeTakesEvictsNone() {
        refusedByOurChecks();
        nodes.nodeSeen(Samples.nodeFacts("n3", 0, "0"));
        round();
        round();

        assertThat(api.evicted).isEmpty();
    }
}
