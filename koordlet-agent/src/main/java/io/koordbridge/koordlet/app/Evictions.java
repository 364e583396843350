package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.evict.ContainerEnding;
import io.koordbridge.koordlet.evict.Ending;
import io.koordbridge.koordlet.evict.EvictionMemory;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.evict.Evictor;
import io.koordbridge.koordlet.evict.PodEnding;
import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.evict.YarnEvictedNote;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.kube.write.ObjectPatcher;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The evictor of the process, and where its work is reported: events of the victims and of the node, the annotation for YARN. */
final class Evictions implements Consumer<EvictionOrder>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Evictions.class);

    private final Evictor evictor;
    private final Witness witness;
    private final EvictedSeries counted;
    private final Clock clock;
    private final boolean observesOnly;

    /** What it works with. */
    record Parts(
            KubernetesClient client,
            EventRecorder events,
            Supplier<? extends HasMetadata> node,
            YarnPlugin plugin,
            MetricRegistry metrics,
            Consumer<String> problems) {}

    Evictions(Parts parts, Map<Pool, Duration> coolDowns, boolean observesOnly, Clock machineClock, Clock clock) {
        this.observesOnly = observesOnly;
        this.clock = clock;
        this.counted = new EvictedSeries(
                parts.metrics(), parts.node().get().getMetadata().getName());
        this.witness = new Witness(parts, counted, machineClock, clock);
        this.evictor = new Evictor(
                Map.of(
                        Victim.Kind.POD,
                        new PodEnding(parts.client()),
                        Victim.Kind.YARN_CONTAINER,
                        new ContainerEnding(() -> parts.plugin().client())),
                witness,
                coolDowns,
                EvictionMemory.atStart(clock.instant()),
                clock,
                parts.metrics());
    }

    /** An agent that only observes does not evict. */
    @Override
    public void accept(EvictionOrder order) {
        if (!observesOnly) {
            evictor.accept(order);
        }
    }

    EvictionMemory memory() {
        return evictor.memory();
    }

    /** Evicted pods are in the audit record from now on, with the gate for it. */
    void recordIn(AuditLog audit, FeatureGates gates) {
        witness.audit = gates.isOn(Gate.AUDIT_EVENTS) ? audit : null;
    }

    /** Takes away series of pods that were evicted long ago. */
    void forgetOld() {
        counted.forget(clock.instant());
    }

    @Override
    public void close() {
        evictor.close();
        witness.noting.shutdownNow();
    }

    private static final class Witness implements Evictor.Witness {
        private final Parts parts;
        private final YarnEvictedNote note;
        /** An API server that hangs holds up no eviction. */
        private final ExecutorService noting = Executors.newSingleThreadExecutor(DaemonThreads.named("koordlet-note"));

        private final EvictedSeries counted;
        private volatile @Nullable AuditLog audit;
        private final Clock machineClock;
        private final Clock clock;

        Witness(Parts parts, EvictedSeries counted, Clock machineClock, Clock clock) {
            this.parts = parts;
            this.counted = counted;
            this.machineClock = machineClock;
            this.clock = clock;
            this.note = new YarnEvictedNote(
                    new ObjectPatcher(parts.client(), parts.metrics()),
                    parts.node().get().getMetadata().getName(),
                    parts.problems());
        }

        @Override
        public void attempted(Victim victim, EvictionTask task, Ending.Outcome outcome) {
            String feature = task.feature().wireName();
            if (outcome.result() == Ending.Result.EVICTED) {
                LOG.info("evicted kind={} victim={} feature={}", victim.kind(), victim.fullName(), feature);
                if (victim.kind() == Victim.Kind.POD) {
                    counted.count(victim, feature, clock.instant());
                    AuditLog record = audit;
                    if (record != null) {
                        record.evicted(victim.namespace(), victim.name(), "by feature " + feature);
                    }
                }
                record(victim, "evictPodSuccess", "trigger by koordlet feature " + feature + ", kill pod: ");
            } else if (outcome.result() != Ending.Result.GONE) {
                LOG.warn(
                        "not evicted kind={} victim={} feature={} result={} detail={}",
                        victim.kind(),
                        victim.fullName(),
                        feature,
                        outcome.result(),
                        outcome.detail());
                record(
                        victim,
                        "evictPodFail",
                        "koordlet feature " + feature + " could not evict it, " + outcome.detail() + ": ");
            }
        }

        private void record(Victim victim, String reason, String message) {
            if (victim.kind() == Victim.Kind.POD) {
                HasMetadata pod = new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(victim.namespace())
                        .withName(victim.name())
                        .withUid(victim.id())
                        .endMetadata()
                        .build();
                parts.events().record(pod, EventType.WARNING, reason, message + victim.name());
            }
        }

        @Override
        public void evicted(Pool pool, List<Victim> victims) {
            Set<String> ids = victims.stream().map(Victim::id).collect(Collectors.toSet());
            List<YarnContainer> containers = parts.plugin().said().map(YarnPlugin.Said::containers).stream()
                    .flatMap(List::stream)
                    .filter(one -> ids.contains(one.id()))
                    .toList();
            parts.events()
                    .record(parts.node().get(), EventType.WARNING, "KoordletEvicted", words(pool, victims, containers));
            if (!containers.isEmpty()) {
                write(containers, machineClock.instant());
            }
        }

        private void write(List<YarnContainer> containers, Instant now) {
            try {
                noting.execute(() -> note.write(containers, now));
            } catch (RejectedExecutionException e) {
                LOG.debug("the process ends, no more notes");
            }
        }
    }

    /** What an event says; {@code colo evictions} reads it. */
    static String words(Pool pool, List<Victim> victims, List<YarnContainer> containers) {
        return victims.stream()
                .map(victim -> victim.fullName() + size(victim, containers))
                .sorted()
                .collect(Collectors.joining(", ", "short of " + pool.wireName() + ", evicted ", ""));
    }

    private static String size(Victim victim, List<YarnContainer> containers) {
        return containers.stream()
                .filter(one -> one.id().equals(victim.id()) && one.memoryMB() != null)
                .map(one -> " (" + one.memoryMB() + " MiB)")
                .findFirst()
                .orElse("");
    }
}
