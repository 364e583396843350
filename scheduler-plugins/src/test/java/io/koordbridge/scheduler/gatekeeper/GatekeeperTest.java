package io.koordbridge.scheduler.gatekeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gatekeeper.GateRule.Switches;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGate;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatekeeperTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final GatedPods pods = new GatedPods();
    private final ClusterLedger ledger = new ClusterLedger();
    private final QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
    private final List<String> opened = new ArrayList<>();
    private final List<String> woken = new ArrayList<>();
    private final List<Instant> said = new ArrayList<>();
    /** Writes that were begun together. */
    private final List<Integer> atOnce = new ArrayList<>();

    private GateState gang = GateState.FREE;
    private boolean leads = true;
    private boolean reachable = true;

    private GateOpener opener = opener();
    private QuotaWaiters waiters = new QuotaWaiters(quotas, opener, clock, metrics);
    private Gatekeeper gatekeeper = gatekeeper(true, true);

    private GateOpener opener() {
        return new GateOpener(
                pods,
                (namespace, name, uid) -> reachable && opened.add(name),
                pod -> woken.add(pod.name()),
                this::together,
                time -> leads,
                new MetricRegistry());
    }

    private Gatekeeper gatekeeper(boolean enabled, boolean byQuota) {
        return new Gatekeeper(
                pods,
                opener,
                ledger,
                new Gatekeeper.Waits(pod -> gang, waiters::waits, waiters::settled),
                new Switches(enabled, byQuota),
                new WorksNotice(said::add, clock));
    }

    private void together(List<Runnable> writes) {
        atOnce.add(writes.size());
        writes.forEach(Runnable::run);
    }

    private void configured(boolean enabled, boolean byQuota) {
        opener = opener();
        waiters = new QuotaWaiters(quotas, opener, clock, metrics);
        gatekeeper = gatekeeper(enabled, byQuota);
    }

    @BeforeEach
    void fullQuota() {
        quotas.nodeSeen("n", ResourceVector.of(Map.of("cpu", 100_000L)));
        quota("a", "1");
        quotas.podSeen(QuotaReader.pod(Samples.bound(pod("running", "a", 0), "n"), QuotaGates.OFF));
    }

    private void quota(String name, String max) {
        ElasticQuota quota = new ElasticQuota();
        quota.getMetadata().setName(name);
        quota.getMetadata().setNamespace("jobs");
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity(max))));
        quotas.quotaSeen(QuotaReader.quota(quota, null).spec());
    }

    private static Pod pod(String name, String quota, int priority) {
        return new PodBuilder(Samples.pod(name, Map.of("cpu", "1")))
                .editMetadata()
                .withCreationTimestamp("2026-01-01T00:00:00Z")
                .addToLabels(Labels.QUOTA_NAME, quota)
                .endMetadata()
                .editSpec()
                .withPriority(priority)
                .addNewSchedulingGate(WellKnown.SCHEDULING_GATE)
                .endSpec()
                .build();
    }

    private void waits(String name, int priority) {
        waits(name, "a", priority, plain -> plain);
    }

    private void waits(String name, String quota, int priority, UnaryOperator<PodBuilder> change) {
        Pod pod = change.apply(new PodBuilder(pod(name, quota, priority))).build();
        ledger.podSeen(PodFactsReader.read(pod));
        quotas.podSeen(QuotaReader.pod(pod, QuotaGates.OFF));
        pods.podSeen(pod);
    }

    private void second() {
        clock.advance(Duration.ofSeconds(1));
        gatekeeper.round();
        waiters.round();
    }

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

    private String details(Pod pod) {
        PodPlan plan = new PodPlan() {
            @Override
            public Answer answer(PodFacts one, List<String> candidates) {
                return new Free();
            }

            @Override
            public List<String> details(PodFacts one) {
                return List.of("gang jobs/g: no room for its minimum", "minimum 2");
            }
        };
        Capabilities capabilities =
                new Capabilities(new QuotaGate(quotas, waiters, clock, metrics), Samples.plugins()).with(plan);
        return gatekeeper.details(PodFactsReader.read(pod), capabilities).orElse("");
    }

    @Test
    void saysWhatAGatedPodWaitsFor() {
        String ours = "scheduling gate " + WellKnown.SCHEDULING_GATE + ": ";
        waits("p", 0);
        Pod p = pod("p", "a", 0);
        assertThat(details(p)).startsWith(ours + "waits for quota a: Insufficient quotas");

        gang = GateState.WAITS;
        assertThat(details(p)).isEqualTo(ours + "waits for gang jobs/g: no room for its minimum");
        gang = GateState.PLACED;
        assertThat(details(p)).isEqualTo(ours + "opens within seconds");
        leads = false;
        assertThat(details(p)).isEqualTo(ours + "waits for a replica that leads");
    }

    @Test
    void namesTheGatesOfOthers() {
        waits(
                "p",
                "a",
                0,
                pod -> pod.editSpec().addNewSchedulingGate("example.com/one").endSpec());
        assertThat(details(pod("p", "a", 0)))
                .isEqualTo("scheduling gate " + WellKnown.SCHEDULING_GATE
                        + ": waits for the gates of others: example.com/one");

        Pod foreign = new PodBuilder(pod("p", "a", 0))
                .editSpec()
                .withSchedulingGates(new PodSchedulingGate("example.com/one"), new PodSchedulingGate("example.com/two"))
                .endSpec()
                .build();
        pods.podSeen(foreign);
        assertThat(details(foreign))
                .isEqualTo(
                        "scheduling gates of others: example.com/one, example.com/two, which koord-scheduler leaves alone");

        pods.podSeen(Samples.pod("p", Map.of()));
        assertThat(details(foreign)).isEmpty();
    }
}
