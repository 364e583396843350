package io.koordbridge.scheduler.quota.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.koordbridge.kube.write.PodEvictions.Outcome;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.preemption.Companions.Party;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGate;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.view.PodShape;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** A full quota on two nodes, and a preemptor. */
abstract class PreemptionScene {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    final ManualClock clock = new ManualClock(START);
    final QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
    final ClusterLedger nodes = new ClusterLedger();
    final MetricRegistry metrics = new MetricRegistry();
    final QuotaWaiters waiters = new QuotaWaiters(quotas, pod -> true, clock, metrics);
    final QuotaGate gate = new QuotaGate(quotas, waiters, clock, metrics);
    final Api api = new Api();
    boolean acts = true;
    final List<PodFacts> refusedByNodes = new ArrayList<>();
    Function<PodFacts, List<Party>> companions = pod -> List.of();
    /** Beside the shipped ones: a pod of half a core does not fit beside one that is named guard. */
    final PluginList plugins =
            new PluginList(Stream.concat(Samples.plugins().plugins().stream(), Stream.of(new BesideGuard()))
                    .toList());

    final QuotaPreemptor preemptor = preemptor(PreemptionArgs.DEFAULT);

    /** Answers as the API server does, but victims stay until the test ends them. */
    static final class Api implements PreemptionApi {
        final List<String> evicted = new ArrayList<>();
        final Set<String> protectedPods = new HashSet<>();
        final Map<String, Map<String, String>> labels = new HashMap<>();
        final List<PodDisruptionBudget> budgets = new ArrayList<>();
        final Set<String> neverPods = new HashSet<>();
        String nominated = "";
        boolean never;

        @Override
        public Optional<PreemptionRight> right(PodQuota pod) {
            return Optional.of(new PreemptionRight(never || neverPods.contains(pod.name()), nominated));
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

    /** A check that kube-scheduler knows nothing of. */
    static final class BesideGuard implements SchedulingPlugin {
        @Override
        public String name() {
            return "beside-guard";
        }

        @Override
        public PluginAnswer answer(PodShape pod, NodeView node) {
            boolean refused = node.placed().bound().values().stream()
                            .anyMatch(other -> other.name().equals("guard"))
                    && pod.request().get("cpu") == 500;
            return PluginAnswer.of(refused ? new FitResult(FitCode.UNSCHEDULABLE, List.of("no CPUs")) : FitResult.FITS);
        }
    }

    QuotaPreemptor preemptor(PreemptionArgs args) {
        return new QuotaPreemptor(
                new QuotaPreemptor.Parts(
                        quotas, waiters, nodes, plugins, () -> refusedByNodes, pod -> companions.apply(pod)),
                api,
                args,
                time -> acts,
                clock,
                metrics);
    }

    static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    void quota(String name, long max) {
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

    Pod pod(String name, String quota, String cpu, int priority, String node) {
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

    void seen(Pod pod) {
        quotas.podSeen(QuotaReader.pod(pod, QuotaGates.OFF));
        nodes.podSeen(PodFactsReader.read(pod));
    }

    void ends(String name) {
        quotas.podGone("uid-" + name, "ns/" + name);
        nodes.podGone("uid-" + name, "ns/" + name);
    }

    PodFacts waits(String name, String cpu, int priority) {
        Pod pod = pod(name, "a", cpu, priority, null);
        seen(pod);
        PodFacts facts = PodFactsReader.read(pod);
        assertThat(gate.admit(facts).fits()).isFalse();
        return facts;
    }

    void round() {
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
}
