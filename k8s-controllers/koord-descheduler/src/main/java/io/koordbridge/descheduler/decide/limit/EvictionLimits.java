package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.descheduler.decide.limit.TokenBucket.Rate;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The evictions of the recent past, by any client, against their limits. An eviction takes a token of its workload, of its
 * namespace and of the process; ours when we made it, another client's when its pod first shows the condition DisruptionTarget.
 * Counting never waits: an emergency eviction of an agent only shortens what is left for us. Safe for use by several threads.
 *
 * <p>A Deployment has one bucket, not one per ReplicaSet. An object that has no replicas, or whose size is not known, has none.
 */
public final class EvictionLimits {

    /** Names of the checks. */
    public static final String WORKLOAD = "ObjectLimiterWorkload";

    public static final String NAMESPACE = "ObjectLimiterNamespace";

    private final EvictionLimitConfig config;
    private final Rate processRate;
    private final Buckets workloads;
    private final Buckets namespaces;
    private final SeenEvictions seen;
    private TokenBucket process;

    public EvictionLimits(EvictionLimitConfig config, Instant now) {
        this.config = config;
        this.processRate = new Rate(config.evictionsPerSecond(), config.evictionBurst());
        this.workloads = new Buckets(config.workload());
        this.namespaces = new Buckets(config.namespace());
        this.seen = new SeenEvictions(config.observationWindow());
        this.process = TokenBucket.full(processRate.burst(), now);
    }

    /** The object limit that keeps a pod now, empty when it may be evicted; takes nothing. */
    public synchronized Optional<LimitRefusal> check(PodFacts pod, Workloads sizes, Instant now) {
        String namespace = pod.ref().namespace();
        Optional<LimitRefusal> byWorkload = key(pod, sizes)
                .flatMap(workload -> workloads.exceeded(workload, now))
                .map(state -> new LimitRefusal(
                        WORKLOAD, "the workload of pod " + pod.ref().key() + " has " + state.words()));
        return byWorkload.or(() -> namespaces
                .exceeded(namespace, now)
                .map(state -> new LimitRefusal(NAMESPACE, "namespace " + namespace + " has " + state.words())));
    }

    /** Takes a token of the process for an eviction that is about to be sent; false when the bucket is empty, then nothing was taken. */
    public synchronized boolean acquire(Instant now) {
        process = process.at(now, processRate);
        boolean there = process.hasToken();
        if (there) {
            process = process.take(processRate);
        }
        return there;
    }

    /** Time until {@link #acquire} gives a token, 0 when it does now. */
    public synchronized Duration untilToken(Instant now) {
        return process.at(now, processRate).untilToken(processRate);
    }

    /** Counts an eviction of ours that the API server accepted; its token of the process was taken by {@link #acquire}. */
    public synchronized void evicted(PodFacts pod, Workloads sizes, Instant now) {
        if (seen.own(id(pod), now)) {
            take(pod, sizes, now);
        }
    }

    /**
     * Counts the eviction of a pod by another client, once, when the pod shows it. To be called with each version of a pod that is
     * seen; versions without the condition, and those whose condition is older than the window, change nothing.
     *
     * @return whether an eviction was counted
     */
    public synchronized boolean observe(PodFacts pod, Workloads sizes, Instant now) {
        Instant since = pod.state().disruptedSince();
        if (since == null || isOld(since, now) || !seen.foreign(id(pod), pod.nodeName(), now)) {
            return false;
        }
        take(pod, sizes, now);
        process = process.at(now, processRate).take(processRate);
        return true;
    }

    /** How many pods of a node other clients evicted within the window: they count towards the limits of the node. */
    public synchronized int foreignEvictions(String node, Instant now) {
        return seen.foreignOn(node, now);
    }

    /** A condition without a time could be new. */
    private boolean isOld(Instant since, Instant now) {
        return !since.equals(Instant.EPOCH) && Duration.between(since, now).compareTo(config.observationWindow()) > 0;
    }

    private void take(PodFacts pod, Workloads sizes, Instant now) {
        namespaces.take(pod.ref().namespace(), 0, now);
        OwnerRef controller = pod.owners().controller();
        if (controller != null) {
            int replicas = sizes.scale(pod.ref().namespace(), controller)
                    .map(Scale::replicas)
                    .orElse(0);
            key(pod, sizes).ifPresent(workload -> workloads.take(workload, replicas, now));
        }
    }

    private static String id(PodFacts pod) {
        return pod.ref().uid().isEmpty() ? pod.ref().key() : pod.ref().uid();
    }

    /** Under which a pod's workload is counted, empty for a bare pod. */
    private static Optional<String> key(PodFacts pod, Workloads sizes) {
        OwnerRef controller = pod.owners().controller();
        if (controller == null) {
            return Optional.empty();
        }
        return Optional.of(sizes.scale(pod.ref().namespace(), controller)
                .map(Scale::workloadUid)
                .filter(uid -> !uid.isEmpty())
                .orElse(controller.uid()));
    }

    /** How many objects and pods are remembered, for a metric. */
    public synchronized int remembered() {
        return workloads.size() + namespaces.size() + seen.size();
    }
}
