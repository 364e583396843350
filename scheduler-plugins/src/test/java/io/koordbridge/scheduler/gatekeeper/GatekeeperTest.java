package io.koordbridge.scheduler.gatekeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatekeeperTest extends GatekeeperScene {

    @Test
    void roomIsGivenByPriorityThenSubPriorityThenAge() {
        waits("old", 0);
        waits(
                "young",
                "a",
                0,
                pod -> pod.editMetadata()
                        .withCreationTimestamp("2026-01-01T00:00:09Z")
                        .endMetadata());
        waits(
                "sub",
                "a",
                0,
                pod -> pod.editMetadata().addToLabels(Labels.POD_PRIORITY, "5").endMetadata());
        waits("high", 9);
        second();
        assertThat(opened).isEmpty();

        quota("a", "4");
        second();
        assertThat(opened).containsExactly("high", "sub", "old");

        quota("a", "5");
        second();
        assertThat(opened).containsExactly("high", "sub", "old", "young");
        assertThat(woken).isEmpty();
    }

    @Test
    void anOpenedPodKeepsTheRoomUntilItHasEntered() {
        waits("first", 1);
        waits("second", 0);
        quota("a", "2");

        second();
        second();

        assertThat(opened).containsExactly("first");
    }

    @Test
    void podsOfADeletedQuotaEnter() {
        waits("p", 0);
        second();

        quotas.quotaGone("a");
        second();

        assertThat(opened).containsExactly("p");
    }

    @Test
    void everyGateOpensWhenGatesAreOffEvenThoseOfGangsAndBesideOtherGates() {
        gang = GateState.WAITS;
        waits("p", 0);
        waits(
                "other",
                "a",
                0,
                pod -> pod.editSpec().addNewSchedulingGate("example.com/mine").endSpec());
        configured(false, true);

        second();

        assertThat(opened).containsExactly("other", "p");
    }

    @Test
    void gatesOfQuotasOpenWhenQuotasAreOff() {
        waits("p", 0);
        configured(true, false);

        second();

        assertThat(opened).containsExactly("p");
    }

    @Test
    void aReplicaThatDoesNotLeadOpensNothingAndTheNextLeaderDoes() {
        waits("p", 0);
        second();
        leads = false;
        quota("a", "2");
        second();
        second();
        assertThat(opened).isEmpty();

        leads = true;
        second();

        assertThat(opened).containsExactly("p");
    }

    @Test
    void podsWithGatesOfOthersWaitAndAreNotTouched() {
        waits(
                "p",
                "a",
                0,
                pod -> pod.editSpec().addNewSchedulingGate("example.com/mine").endSpec());
        quota("a", "9");
        second();
        assertThat(opened).isEmpty();

        waits("p", 0);
        second();

        assertThat(opened).containsExactly("p");
    }

    @Test
    void aPodOfAGangOpensWhenItsGangIsPlanned() {
        gang = GateState.WAITS;
        waits("p", "unknown", 0, pod -> pod);
        second();
        assertThat(opened).isEmpty();

        gang = GateState.PLACED;
        second();

        assertThat(opened).containsExactly("p");
    }

    @Test
    void aWriteThatFailsIsRepeated() {
        waits("p", 0);
        quota("a", "2");
        reachable = false;
        second();

        reachable = true;
        second();

        assertThat(opened).containsExactly("p");
    }

    @Test
    void fiveHundredPodsThatFitEnterTogetherAndByRank() {
        quotas.nodeSeen("n", ResourceVector.of(Map.of("cpu", 1_000_000L)));
        for (int rank = 0; rank < 500; rank++) {
            waits("p" + rank, rank);
        }
        quota("a", "501");

        gatekeeper.round();
        waiters.round();

        assertThat(opened).hasSize(500).startsWith("p499", "p498").endsWith("p0");
        assertThat(atOnce).contains(500);
    }

    @Test
    void gatesOfAGangOpenTogether() {
        gang = GateState.PLACED;
        for (int rank = 0; rank < 300; rank++) {
            waits("p" + rank, rank);
        }

        gatekeeper.round();

        assertThat(opened).hasSize(300).startsWith("p299");
        assertThat(atOnce).containsExactly(300);
    }

    @Test
    void saysNowAndThenThatItWorksWhileItLeads() {
        for (int i = 0; i < 45; i++) {
            second();
        }
        assertThat(said).hasSize(3);

        leads = false;
        clock.advance(Duration.ofMinutes(5));
        second();
        assertThat(said).hasSize(3);
        leads = true;
        second();
        assertThat(said).hasSize(4).last().isEqualTo(clock.instant());
    }

    @Test
    void saysNothingWhenGatesAreOff() {
        configured(false, true);

        second();

        assertThat(said).isEmpty();
    }

    @Test
    void aPodWithoutOurGateIsTriedAgainByTheOtherWrite() {
        Pod plain = new PodBuilder(pod("p", "a", 0))
                .editSpec()
                .withSchedulingGates(List.of())
                .endSpec()
                .build();

        assertThat(opener.wake(PodFactsReader.read(plain))).isTrue();

        assertThat(woken).containsExactly("p");
        assertThat(opened).isEmpty();
    }

    @Test
    void aReplicaThatDoesNotLeadWritesToNoPodWithAGateOrWithout() {
        Pod plain = new PodBuilder(pod("p", "a", 0))
                .editSpec()
                .withSchedulingGates(List.of())
                .endSpec()
                .build();
        waits("gated", 0);
        leads = false;

        assertThat(opener.wake(PodFactsReader.read(plain))).isFalse();
        assertThat(opener.wake(PodFactsReader.read(pod("gated", "a", 0)))).isFalse();

        assertThat(opener.acts()).isFalse();
        assertThat(woken).isEmpty();
        assertThat(opened).isEmpty();
    }
}
