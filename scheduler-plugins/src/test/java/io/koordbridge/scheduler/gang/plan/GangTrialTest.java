package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GangTrialTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final GangPlanner planner = new GangPlanner(new GangBook(), ledger, Samples.capabilities());

    private static PodFacts pod(String name) {
        return Samples.batchPodFacts(name, 1_000, "1Gi");
    }

    private GangTrial trial(Map<String, Set<String>> vetoes) {
        return planner.trial("jobs/g", new Vetoes.Nodes(vetoes), Instant.EPOCH);
    }

    @Test
    void podsAreTriedOneBesideTheOtherAndKeepNothing() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 2_000, "80Gi"));
        GangTrial trial = trial(Map.of());

        assertThat(List.of(trial.place(pod("p1"), ""), trial.place(pod("p2"), "")))
                .extracting(place -> place.map(Place::node))
                .containsOnly(Optional.of("n1"));
        assertThat(trial.place(pod("p3"), "no room")).isEmpty();

        assertThat(ledger.assumptions()).isEmpty();
        GangPlan failed = trial.failed("");
        assertThat(failed.reason()).isEqualTo("no room: not enough nodes that fit");
        assertThat(failed.hasPlaces()).isFalse();
        assertThat(failed.lacksRefused()).isFalse();
    }

    @Test
    void aNodeThatKubeSchedulerRefusesIsNamedWhenItIsMissing() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 2_000, "80Gi"));
        GangTrial trial = trial(Map.of(pod("p1").uid(), Set.of("n1")));

        assertThat(trial.place(pod("p1"), "no room")).isEmpty();
        assertThat(trial.place(pod("p2"), "no room")).isPresent();

        GangPlan failed = trial.failed("");
        assertThat(failed.reason())
                .isEqualTo("no room: not enough nodes that fit, kube-scheduler refuses jobs/p1 on n1");
        assertThat(failed.lacksRefused()).isTrue();
        assertThat(trial.failed("another reason").reason()).isEqualTo("another reason");
    }
}
