package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.kube.write.PodEvictions.Outcome;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodPlan.Planned;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.preemption.Companions.Party;
import io.koordbridge.scheduler.quota.preemption.PreemptionApi;
import io.koordbridge.scheduler.quota.preemption.PreemptionArgs;
import io.koordbridge.scheduler.quota.preemption.PreemptionRight;
import io.koordbridge.scheduler.quota.preemption.QuotaPreemptor;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGate;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gangs in a quota that is full of less important pods. */
class GangPartiesTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final ClusterLedger ledger = new ClusterLedger();
    private final QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
    private final QuotaWaiters waiters = new QuotaWaiters(quotas, pod -> true, clock, metrics);
    private final GangBook book = new GangBook();
    private final GangFeed feed = new GangFeed(book, Duration.ofMinutes(10), GangFeed.Groups.NONE);
    private final GangParties parties = new GangParties(book, ledger);
    private final List<String> evicted = new ArrayList<>();
    private final Gangs gangs = new Gangs(
            book,
            ledger,
            new Capabilities(new QuotaGate(quotas, waiters, clock, metrics), Samples.plugins()),
            GangArgs.DEFAULT,
            pod -> true,
            clock,
            metrics);
    private final QuotaPreemptor preemptor = new QuotaPreemptor(
            new QuotaPreemptor.Parts(quotas, waiters, ledger, Samples.plugins(), List::of, parties),
            new Api(),
            PreemptionArgs.DEFAULT,
            time -> true,
            clock,
            metrics);

    private final class Api implements PreemptionApi {
        @Override
        public Optional<PreemptionRight> right(PodQuota pod) {
            return Optional.of(new PreemptionRight(false, ""));
        }

        @Override
        public DisruptionBudgets budgets() {
            return DisruptionBudgets.of(List.of());
        }

        @Override
        public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets of) {
            return Map.of();
        }

        @Override
        public Outcome evict(PodQuota victim, PodQuota preemptor) {
            evicted.add(victim.name());
            return new Outcome(Result.EVICTED, "");
        }
    }

    @BeforeEach
    void aQuotaThatIsFullOfPodsOfPriorityOne() {
        ResourceVector cluster = ResourceVector.of(Map.of(ResourceNames.CPU, 16_000L));
        for (String node : List.of("n1", "n2")) {
            ledger.nodeSeen(Samples.nodeFacts(node, 0, "0"));
            quotas.nodeSeen(node, cluster);
        }
        quotas.quotaSeen(new QuotaSpec(
                "a",
                "quotas",
                WellKnown.ROOT_QUOTA,
                new QuotaSpec.Tree("", ResourceVector.EMPTY, false),
                true,
                ResourceVector.EMPTY,
                ResourceVector.of(Map.of(ResourceNames.CPU, 3_000L)),
                ResourceVector.of(Map.of(ResourceNames.CPU, 1L)),
                List.of()));
        seen(Samples.bound(pod("low1", 1), "n1"));
        seen(Samples.bound(pod("low2", 1), "n1"));
        seen(Samples.bound(pod("low3", 1), "n2"));
    }

    private static Pod pod(String name, int priority) {
        return new PodBuilder(Samples.pod(name, Map.of("cpu", "1")))
                .editMetadata()
                .addToLabels(Labels.QUOTA_NAME, "a")
                .endMetadata()
                .editSpec()
                .withPriority(priority)
                .endSpec()
                .build();
    }

    private static Pod member(String name, int minimum, int priority) {
        return new PodBuilder(pod(name, priority))
                .editMetadata()
                .addToAnnotations(Annotations.GANG_NAME, "g")
                .addToAnnotations(Annotations.GANG_MIN_AVAILABLE, Integer.toString(minimum))
                .endMetadata()
                .build();
    }

    private void seen(Pod pod) {
        ledger.podSeen(PodFactsReader.read(pod));
        quotas.podSeen(QuotaReader.pod(pod, QuotaGates.OFF));
        feed.podSeen(pod);
    }

    private String ask(Pod pod) {
        return gangs.answer(PodFactsReader.read(pod), List.of("n1", "n2")) instanceof Planned planned
                ? planned.node()
                : "";
    }

    private void seconds(int number) {
        for (int i = 0; i < number; i++) {
            clock.advance(Duration.ofSeconds(1));
            quotas.expire(clock.instant(), clock.instant());
            gangs.round();
            preemptor.round();
        }
    }

    @Test
    void aGangOfHighPriorityMakesRoomInItsQuotaAndStarts() {
        List<Pod> members = List.of(member("g1", 2, 9), member("g2", 2, 9));
        members.forEach(this::seen);
        members.forEach(this::ask);
        seconds(8);
        assertThat(evicted).hasSize(2);

        evicted.forEach(name -> {
            String uid = Samples.pod(name, Map.of()).getMetadata().getUid();
            ledger.podGone(uid, "jobs/" + name);
            quotas.podGone(uid, "jobs/" + name);
        });
        seconds(6);

        assertThat(members).allSatisfy(pod -> assertThat(ask(pod)).isNotEmpty());
        assertThat(evicted).hasSize(2);
    }

    @Test
    void aGangThatNeedsMoreThanItsQuotaEvictsNone() {
        List<Pod> members = List.of(member("g1", 4, 9), member("g2", 4, 9), member("g3", 4, 9), member("g4", 4, 9));
        members.forEach(this::seen);
        members.forEach(this::ask);
        seconds(20);

        assertThat(evicted).isEmpty();
    }

    @Test
    void aPodWithoutAGangEntersAloneAndOneOfAnIncompleteGangNever() {
        assertThat(parties.of(PodFactsReader.read(pod("p", 1)))).isEmpty();

        Pod alone = member("g1", 2, 9);
        seen(alone);

        assertThat(parties.of(PodFactsReader.read(alone))).containsExactly(new Party(List.of(), 1));
    }
}
