package io.koordbridge.scheduler.preempt.verb;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.preempt.budget.DisruptionApi;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.preempt.verb.Preemption.Outcome;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreemptionTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final Budgets budgets = new Budgets();
    private final Preemption preemption = new Preemption(ledger, Samples.plugins(), budgets);

    /** Answers as the API server does. */
    private static final class Budgets implements DisruptionApi {
        private final List<PodDisruptionBudget> all = new ArrayList<>();
        private final Map<String, Map<String, String>> labels = new HashMap<>();
        private int calls;
        private boolean away;

        /** A budget for these pods of the namespace jobs. */
        void protect(int allowed, String... pods) {
            String label = "budget-" + all.size();
            List.of(pods).forEach(pod -> labels.put("uid-" + pod, Map.of(label, "x")));
            all.add(new PodDisruptionBudgetBuilder()
                    .withNewMetadata()
                    .withNamespace("jobs")
                    .withName(label)
                    .endMetadata()
                    .withNewSpec()
                    .withNewSelector()
                    .addToMatchLabels(label, "x")
                    .endSelector()
                    .endSpec()
                    .withNewStatus()
                    .withDisruptionsAllowed(allowed)
                    .endStatus()
                    .build());
        }

        @Override
        public DisruptionBudgets budgets() {
            calls++;
            if (away) {
                throw new KubernetesClientException("away");
            }
            return DisruptionBudgets.of(all);
        }

        @Override
        public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets of) {
            assertThat(namespaces).containsExactly("jobs");
            return labels;
        }
    }

    @BeforeEach
    void oneFullNode() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        placed("low", 1_000, 10, "2026-01-15T08:00:00Z");
        placed("old", 1_000, 20, "2026-01-15T07:00:00Z");
        placed("young", 1_000, 20, "2026-01-15T08:00:00Z");
        placed("high", 1_000, 200, "2026-01-15T08:00:00Z");
    }

    private void placed(String name, long milliCpu, int priority, String at) {
        Pod pod = Samples.bound(pod(name, milliCpu, priority), "n1");
        ledger.podSeen(PodFactsReader.read(new PodBuilder(pod)
                .withNewStatus()
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .withLastTransitionTime(at)
                .endCondition()
                .endStatus()
                .build()));
    }

    private static Pod pod(String name, long milliCpu, int priority) {
        return new PodBuilder(Samples.batchPod(name, milliCpu, "1Gi"))
                .editSpec()
                .withPriority(priority)
                .endSpec()
                .build();
    }

    private Outcome outcome(long milliCpu, String... offered) {
        PodFacts pod = PodFactsReader.read(pod("new", milliCpu, 100));
        return preemption
                .outcomes(pod, Map.of("n1", new NodeVictims(List.of(offered), 3)), () -> {})
                .get("n1");
    }

    @Test
    void anEmptyListIsFilledInTheOrderOfTheReprieve() {
        Outcome outcome = outcome(2_000);

        assertThat(outcome.considered()).containsExactly("jobs/old", "jobs/young", "jobs/low");
        assertThat(outcome.victims()).contains(new NodeVictims(List.of("uid-young", "uid-low"), 3));
    }

    @Test
    void victimsThatSufficeStayAsTheyAre() {
        assertThat(outcome(1_000, "uid-old").victims()).contains(new NodeVictims(List.of("uid-old"), 3));
    }

    @Test
    void moreVictimsAreAddedWhereTheOfferedOnesDoNotSuffice() {
        assertThat(outcome(2_000, "uid-old").victims()).contains(new NodeVictims(List.of("uid-old", "uid-low"), 3));
    }

    @Test
    void aNodeThatDoesNotFitWithoutAllLowerPodsIsDropped() {
        Outcome outcome = outcome(4_000, "uid-old");

        assertThat(outcome.victims()).isEqualTo(Optional.empty());
        assertThat(outcome.problem()).contains("does not fit without all pods of lower priority", "batch-cpu");
    }

    @Test
    void aNodeThatNeedsNoVictimByNowIsDropped() {
        ledger.podGone("uid-high", "jobs/high");

        assertThat(outcome(1_000).victims()).isEqualTo(Optional.empty());
    }

    @Test
    void podsBeyondABudgetAreSparedFirstAndThoseThatLeaveAreCounted() {
        budgets.protect(0, "low", "young");

        assertThat(outcome(2_000).victims())
                .as("young is spared although old is more important")
                .contains(new NodeVictims(List.of("uid-low", "uid-old"), 4));
    }

    @Test
    void whatABudgetAllowsIsNoViolation() {
        budgets.protect(1, "low", "young");

        assertThat(outcome(2_000).victims())
                .as("young is within the budget, low beyond it")
                .contains(new NodeVictims(List.of("uid-old", "uid-young"), 3));
    }

    @Test
    void budgetsAreReadOnceAndOnlyWhenVictimsAreAdded() {
        assertThat(outcome(1_000, "uid-old").victims()).isPresent();
        assertThat(budgets.calls).isZero();

        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        PodFacts pod = PodFactsReader.read(pod("new", 2_000, 100));
        preemption.outcomes(
                pod, Map.of("n1", new NodeVictims(List.of(), 0), "n2", new NodeVictims(List.of(), 0)), () -> {});
        assertThat(budgets.calls).isEqualTo(1);
    }

    @Test
    void withoutTheBudgetsNoVictimIsAdded() {
        budgets.away = true;

        Outcome outcome = outcome(2_000);

        assertThat(outcome.victims()).isEqualTo(Optional.empty());
        assertThat(outcome.problem()).contains("disruption budgets cannot be read", "away");
    }
}
