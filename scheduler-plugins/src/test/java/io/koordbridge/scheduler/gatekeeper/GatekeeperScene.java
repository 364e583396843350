package io.koordbridge.scheduler.gatekeeper;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gatekeeper.GateRule.Switches;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;

/** Pods behind our gate in a quota of one pod that is full. */
abstract class GatekeeperScene {

    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final MetricRegistry metrics = new MetricRegistry();
    final GatedPods pods = new GatedPods();
    final ClusterLedger ledger = new ClusterLedger();
    final QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
    final List<String> opened = new ArrayList<>();
    final List<String> woken = new ArrayList<>();
    final List<Instant> said = new ArrayList<>();
    /** Writes that were begun together. */
    final List<Integer> atOnce = new ArrayList<>();

    GateState gang = GateState.FREE;
    boolean leads = true;
    boolean reachable = true;

    GateOpener opener = opener();
    QuotaWaiters waiters = new QuotaWaiters(quotas, opener, clock, metrics);
    Gatekeeper gatekeeper = gatekeeper(true, true);

    GateOpener opener() {
        return new GateOpener(
                pods,
                (namespace, name, uid) -> reachable && opened.add(name),
                pod -> woken.add(pod.name()),
                this::together,
                time -> leads,
                new MetricRegistry());
    }

    Gatekeeper gatekeeper(boolean enabled, boolean byQuota) {
        return new Gatekeeper(
                pods,
                opener,
                ledger,
                new Gatekeeper.Waits(pod -> gang, waiters::waits, waiters::settled),
                new Switches(enabled, byQuota),
                new WorksNotice(said::add, clock));
    }

    void together(List<Runnable> writes) {
        atOnce.add(writes.size());
        writes.forEach(Runnable::run);
    }

    void configured(boolean enabled, boolean byQuota) {
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

    void quota(String name, String max) {
        ElasticQuota quota = new ElasticQuota();
        quota.getMetadata().setName(name);
        quota.getMetadata().setNamespace("jobs");
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity(max))));
        quotas.quotaSeen(QuotaReader.quota(quota, null).spec());
    }

    static Pod pod(String name, String quota, int priority) {
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

    void waits(String name, int priority) {
        waits(name, "a", priority, plain -> plain);
    }

    void waits(String name, String quota, int priority, UnaryOperator<PodBuilder> change) {
        Pod pod = change.apply(new PodBuilder(pod(name, quota, priority))).build();
        ledger.podSeen(PodFactsReader.read(pod));
        quotas.podSeen(QuotaReader.pod(pod, QuotaGates.OFF));
        pods.podSeen(pod);
    }

    void second() {
        clock.advance(Duration.ofSeconds(1));
        gatekeeper.round();
        waiters.round();
    }
}
