package io.koordbridge.scheduler.quota.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.kube.write.PodEvictions.Outcome;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.preemption.Companions.Party;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nodes have 16 cores each. */
class PartyPlanTest {

    private static final PreemptionApi API = new PreemptionApi() {
        @Override
        public Optional<PreemptionRight> right(PodQuota pod) {
            return Optional.empty();
        }

        @Override
        public Outcome evict(PodQuota victim, PodQuota preemptor) {
            return new Outcome(Result.FAILED, "not here");
        }

        @Override
        public DisruptionBudgets budgets() {
            return DisruptionBudgets.of(List.of());
        }

        @Override
        public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets budgets) {
            return Map.of();
        }
    };

    private final QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
    private final ClusterLedger nodes = new ClusterLedger();
    private final PartyPlan plan = new PartyPlan(quotas, nodes, Samples.plugins(), WellKnown.DEFAULT_QUOTA::equals);

    private void cluster(long maxOfA, String... names) {
        for (String name : names) {
            nodes.nodeSeen(Samples.nodeFacts(name, 0, "0"));
            quotas.nodeSeen(name, cpu(16_000));
        }
        for (String quota : List.of("a", "b")) {
            quotas.quotaSeen(new QuotaSpec(
                    quota,
                    "quotas",
                    WellKnown.ROOT_QUOTA,
                    new QuotaSpec.Tree("", ResourceVector.EMPTY, false),
                    true,
                    ResourceVector.EMPTY,
                    cpu(maxOfA),
                    cpu(1),
                    List.of()));
        }
    }

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    private PodFacts pod(String name, String quota, String cores, int priority, String node) {
        Pod pod = new PodBuilder(Samples.pod(name, Map.of("cpu", cores)))
                .editMetadata()
                .addToLabels(Labels.QUOTA_NAME, quota)
                .endMetadata()
                .editSpec()
                .withPriority(priority)
                .withNodeName(node)
                .endSpec()
                .build();
        nodes.podSeen(PodFactsReader.read(pod));
        quotas.podSeen(QuotaReader.pod(pod, QuotaGates.OFF));
        return PodFactsReader.read(pod);
    }

    private PodFacts waits(String name, String cores) {
        return pod(name, "a", cores, 9, null);
    }

    private List<String> victims(Party... parties) {
        return plan.choice(List.of(parties), API)
                .map(choice -> choice.victims().stream().map(PodQuota::name).toList())
                .orElse(List.of("-"));
    }

    @Test
    void eachPodHasANodeBesideThoseBeforeIt() {
        cluster(32_000, "n1", "n2");
        pod("low1", "a", "10", 1, "n1");
        pod("low2", "a", "10", 2, "n2");
        PodFacts one = waits("p1", "10");
        PodFacts two = waits("p2", "10");
        PodFacts three = waits("p3", "10");

        assertThat(victims(new Party(List.of(one, two), 2))).containsExactly("low1", "low2");
        assertThat(victims(new Party(List.of(one, two, three), 2))).containsExactly("low1", "low2");
        assertThat(victims(new Party(List.of(one, two, three), 3))).containsExactly("-");
    }

    @Test
    void roomThatIsThereIsUsedFirst() {
        cluster(20_000, "n1", "n2");
        pod("low", "a", "10", 1, "n1");
        PodFacts one = waits("p1", "10");
        PodFacts two = waits("p2", "10");

        assertThat(victims(new Party(List.of(one), 1))).isEmpty();
        assertThat(victims(new Party(List.of(one, two), 2))).containsExactly("low");
    }

    @Test
    void podsOfOtherQuotasAndMoreImportantOnesStay() {
        cluster(16_000, "n1");
        pod("other", "b", "8", 1, "n1");
        pod("high", "a", "8", 20, "n1");
        PodFacts one = waits("p1", "8");

        assertThat(victims(new Party(List.of(one), 1))).containsExactly("-");
    }

    @Test
    void allPartiesEnterOrNone() {
        cluster(32_000, "n1", "n2");
        pod("low", "a", "16", 1, "n1");
        PodFacts one = waits("p1", "16");
        PodFacts two = waits("p2", "16");
        PodFacts three = waits("p3", "1");

        assertThat(victims(new Party(List.of(one), 1), new Party(List.of(two), 1)))
                .containsExactly("low");
        assertThat(victims(new Party(List.of(one, two), 2), new Party(List.of(three), 1)))
                .containsExactly("-");
    }

    @Test
    void nothingIsKeptOrTaken() {
        cluster(10_000, "n1");
        pod("low", "a", "10", 1, "n1");
        PodFacts one = waits("p1", "10");
        ClusterView before = nodes.view();
        long version = quotas.version();

        assertThat(victims(new Party(List.of(one), 1))).containsExactly("low");

        assertThat(nodes.view()).isSameAs(before);
        assertThat(quotas.version()).isEqualTo(version);
    }
}
