package io.koordbridge.scheduler.quota.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.koordbridge.kube.write.PodEvictions.Outcome;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGate;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaPreemptorTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
    private final ClusterLedger nodes = new ClusterLedger();
    private final MetricRegistry metrics = new MetricRegistry();
    private final QuotaWaiters waiters = new QuotaWaiters(quotas, pod -> true, clock, metrics);
    private final QuotaGate gate = new QuotaGate(quotas, waiters, clock, metrics);
    private final Api api = new Api();
    private boolean acts = true;
    private final QuotaPreemptor preemptor = preemptor(PreemptionArgs.DEFAULT);

    /** Answers as the API server does, but victims stay until the test ends them. */
    private static final class Api implements PreemptionApi {
        private final List<String> evicted = new ArrayList<>();
        private final Set<String> protectedPods = new HashSet<>();
        private final Map<String, Map<String, String>> labels = new HashMap<>();
        private final List<PodDisruptionBudget> budgets = new ArrayList<>();
        private boolean never;

        @Override
        public Optional<PreemptionRight> right(PodQuota pod) {
            return Optional.of(new PreemptionRight(never, ""));
        }

        @Override
        public DisruptionBudgets budgets() {
            return DisruptionBudgets.of(budgets);
        }

        @Override
        public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets of) {
            return labels;
        }

        @Override
        public Outcome evict(PodQuota victim, PodQuota preemptor) {
            if (protectedPods.contains(victim.name())) {
                return new Outcome(Result.REFUSED, "budget");
            }
            evicted.add(victim.name());
            return new Outcome(Result.EVICTED, "");
        }
    }

    private QuotaPreemptor preemptor(PreemptionArgs args) {
        return new QuotaPreemptor(
                new QuotaPreemptor.Parts(quotas, waiters, nodes, Samples.plugins()),
                api,
                args,
                time -> acts,
                clock,
                metrics);
    }

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    private void quota(String name, long max) {
        quotas.quotaSeen(new QuotaSpec(
                name,
                "quotas",
                WellKnown.ROOT_QUOTA,
                new QuotaSpec.Tree("", ResourceVector.EMPTY, false),
                true,
                cpu(0),
                cpu(max),
                cpu(1),
                List.of()));
    }

    private Pod pod(String name, String quota, String cpu, int priority, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("ns")
                .withUid("uid-" + name)
                .addToLabels(Labels.QUOTA_NAME, quota)
                .endMetadata()
                .withNewSpec()
                .withPriority(priority)
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity(cpu)))
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withStartTime(clock.instant().toString())
                .endStatus()
                .build();
    }

    private void seen(Pod pod) {
        quotas.podSeen(QuotaReader.pod(pod, QuotaGates.OFF));
        nodes.podSeen(PodFactsReader.read(pod));
    }

    private void ends(String name) {
        quotas.podGone("uid-" + name, "ns/" + name);
        nodes.podGone("uid-" + name, "ns/" + name);
    }

    private PodFacts waits(String name, String cpu, int priority) {
        Pod pod = pod(name, "a", cpu, priority, null);
        seen(pod);
        PodFacts facts = PodFactsReader.read(pod);
        assertThat(gate.admit(facts).fits()).isFalse();
        return facts;
    }

    private void round() {
        clock.advance(Duration.ofSeconds(1));
        quotas.expire(clock.instant(), clock.instant());
        preemptor.round();
    }

    @BeforeEach
    void aFullQuotaOnTwoNodes() {
        for (String node : List.of("n1", "n2")) {
            quotas.nodeSeen(node, cpu(4_000));
            nodes.nodeSeen(Samples.nodeFacts(node, 0, "0"));
        }
        quota("a", 3_000);
        seen(pod("low", "a", "1", 1, "n1"));
        seen(pod("middle", "a", "1", 5, "n1"));
        seen(pod("other", "a", "1", 3, "n2"));
    }

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
