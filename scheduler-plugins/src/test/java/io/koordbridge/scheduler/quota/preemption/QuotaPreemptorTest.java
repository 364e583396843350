package io.koordbridge.scheduler.quota.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotaPreemptorTest extends PreemptionScene {

    @Test
    void theLeastImportantPodMakesRoomAndNoOther() {
        waits("high", "1", 9);
        round();
        round();
        round();

        assertThat(api.evicted).containsExactly("low");
        assertThat(preemptor.of("ns/high"))
                .hasValueSatisfying(one -> assertThat(one.node()).isEqualTo("n1"));
    }

    @Test
    void theRoomIsKeptForThePodUntilItIsBound() {
        PodFacts high = waits("high", "1", 9);
        PodFacts quick = waits("quick", "1", 2);
        round();
        ends("low");

        assertThat(gate.admit(quick).fits()).isFalse();
        assertThat(nodes.view().node("n1").orElseThrow().requested().get("cpu")).isEqualTo(2_000);
        assertThat(gate.admit(high).fits()).isTrue();

        seen(pod("high", "a", "1", 9, "n1"));
        ends("other");
        round();
        assertThat(preemptor.of("ns/high")).isEmpty();
        assertThat(gate.admit(quick).fits()).isTrue();
    }

    @Test
    void theNextPodOfTheQuotaWaitsForTheFirst() {
        waits("first", "1", 9);
        waits("second", "1", 8);
        round();
        assertThat(api.evicted).containsExactly("low");

        ends("low");
        seen(pod("first", "a", "1", 9, "n1"));
        round();

        assertThat(api.evicted).containsExactly("low", "other");
    }

    @Test
    void podsOfTheSameOrHigherPriorityStay() {
        waits("same", "1", 1);
        round();

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void noPodIsEvictedIfAllTogetherDoNotHelp() {
        waits("huge", "4", 9);
        round();

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void aNodeWhoseVictimIsProtectedIsDropped() {
        api.protectedPods.add("low");
        waits("high", "1", 9);
        round();

        assertThat(api.evicted).containsExactly("other");
        assertThat(nodes.view().node("n1").orElseThrow().requested().get("cpu")).isEqualTo(2_000);
    }

    @Test
    void aNodeWithoutBudgetViolationIsBetter() {
        api.budgets.add(new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName("b")
                .withNamespace("ns")
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .addToMatchLabels("app", "low")
                .endSelector()
                .endSpec()
                .withNewStatus()
                .withDisruptionsAllowed(0)
                .endStatus()
                .build());
        api.labels.put("uid-low", Map.of("app", "low"));
        api.labels.put("uid-middle", Map.of("app", "low"));
        waits("high", "1", 9);
        round();

        assertThat(api.evicted).containsExactly("other");
    }

    @Test
    void podsThatLeaveAlreadyAreWaitedFor() {
        Pod leaving = new PodBuilder(pod("other", "a", "1", 3, "n2"))
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .build();
        seen(leaving);
        waits("high", "1", 9);
        round();
        round();

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void aPodWhosePolicyForbidsItEvictsNone() {
        api.never = true;
        waits("high", "1", 9);
        round();

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void aReplicaThatDoesNotLeadEvictsNone() {
        acts = false;
        waits("high", "1", 9);
        round();

        assertThat(api.evicted).isEmpty();
    }

    @Test
    void aDryRunEvictsNoneAndKeepsNothing() {
        waits("high", "1", 9);
        QuotaPreemptor dry = preemptor(new PreemptionArgs(true, true, 60, true));
        clock.advance(Duration.ofSeconds(2));
        dry.round();
        dry.round();

        assertThat(api.evicted).isEmpty();
        assertThat(metrics.counter("koord_scheduler_quota_preemptions_total").getCount())
                .isEqualTo(1);
        assertThat(nodes.view().node("n1").orElseThrow().requested().get("cpu")).isEqualTo(2_000);
    }

    @Test
    void roomThatIsNotUsedIsGivenUpAfterTheDeadline() {
        waits("high", "1", 9);
        PodFacts quick = waits("quick", "1", 2);
        round();
        ends("low");
        assertThat(gate.admit(quick).fits()).isFalse();

        clock.advance(Duration.ofSeconds(91));
        quotas.podGone("uid-high", "ns/high");
        quotas.expire(clock.instant(), clock.instant());

        assertThat(gate.admit(quick).fits()).isTrue();
    }
}
