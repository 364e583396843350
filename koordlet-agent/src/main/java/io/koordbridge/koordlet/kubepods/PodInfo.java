package io.koordbridge.koordlet.kubepods;

import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the agent knows of a pod; every annotation is decoded once, when the pod changes.
 *
 * @param requests plain CPU and memory, by the formula of Kubernetes
 * @param containers containers and init containers with an id
 * @param eviction whether it may be evicted, and when its turn is
 * @param overrides what it says by annotations that strategies define
 */
public record PodInfo(
        Identity identity,
        LifeCycle lifeCycle,
        Classes classes,
        Amounts requests,
        List<ContainerInfo> containers,
        Batch batch,
        Placement placement,
        EvictionTraits eviction,
        Overrides overrides) {

    public PodInfo {
        containers = List.copyOf(containers);
        // Files of earlier versions have none.
        overrides = Objects.requireNonNullElse(overrides, Overrides.NONE);
    }

    /**
     * Who it is.
     *
     * @param uid as in the names of its control groups
     */
    public record Identity(String namespace, String name, String uid) {}

    /**
     * Where it is in its life.
     *
     * @param finished Succeeded or Failed
     * @param ending whether it is being deleted
     * @param createdAt by the API server; empty while unknown
     */
    public record LifeCycle(boolean finished, boolean ending, Optional<Instant> createdAt) {

        /** A pod that runs. */
        public static final LifeCycle RUNNING = new LifeCycle(false, false, Optional.empty());
    }

    /**
     * How it ranks.
     *
     * @param labelQos class of the label, NONE without one
     * @param qos class of the label, else by the Kubernetes QoS
     * @param priorityClass with defaults
     */
    public record Classes(QosClass labelQos, QosClass qos, KubeQos kubeQos, PriorityClass priorityClass) {}

    /**
     * Its batch resources, limits of plain ones, and its memory.
     *
     * @param requestMilliCpu batch CPU, sum over containers and sidecars
     * @param containers all of the pod, init containers in their order first; empty when their limits are not known
     * @param overhead what the runtime of the pod needs beside them
     * @param memory that it asks for, also when it has no batch resources
     */
    public record Batch(
            long requestMilliCpu,
            List<BatchContainer> containers,
            BatchContainer.PlainLimits overhead,
            PodMemory memory) {

        /** Of a pod without containers. */
        public static final Batch NONE = new Batch(0, List.of(), BatchContainer.PlainLimits.NONE);

        public Batch {
            containers = List.copyOf(containers);
            // Files of earlier versions have none.
            memory = Objects.requireNonNullElse(memory, PodMemory.NONE);
        }

        /** Of which the memory is not known. */
        public Batch(long requestMilliCpu, List<BatchContainer> containers, BatchContainer.PlainLimits overhead) {
            this(requestMilliCpu, containers, overhead, PodMemory.NONE);
        }
    }

    /**
     * Where the scheduler put it.
     *
     * @param annotated list of CPUs as the annotation has it; empty without one
     * @param cpus the same; empty without any, and when the list cannot be read
     * @param numaNodes NUMA nodes whose CPUs it gave the pod, in the order of the annotation; empty without any
     * @param byScheduler whether it chose CPUs or NUMA nodes
     */
    public record Placement(String annotated, CpuSet cpus, List<Integer> numaNodes, boolean byScheduler) {

        /** Not placed by a scheduler. */
        public static final Placement NONE = new Placement("", CpuSet.EMPTY, List.of(), false);

        public Placement {
            numaNodes = List.copyOf(numaNodes);
        }
    }

    public String namespace() {
        return identity.namespace();
    }

    public String name() {
        return identity.name();
    }

    public String uid() {
        return identity.uid();
    }

    /** {@code namespace/name}. */
    public String fullName() {
        return namespace() + "/" + name();
    }

    public QosClass labelQos() {
        return classes.labelQos();
    }

    public QosClass qos() {
        return classes.qos();
    }

    public KubeQos kubeQos() {
        return classes.kubeQos();
    }

    public PriorityClass priorityClass() {
        return classes.priorityClass();
    }

    public boolean finished() {
        return lifeCycle.finished();
    }

    /** Whether it is of a file on the node, as its annotations say; the API server has a mirror of it. */
    boolean isStatic() {
        return !eviction.evictable();
    }

    /** Whether CPUs are its own, which others keep off: only classes LSE and LSR have such. */
    public boolean ownsCpus() {
        return (labelQos() == QosClass.LSE || labelQos() == QosClass.LSR)
                && !placement().cpus().isEmpty();
    }

    /** Best-effort for the agent: labelled BE, or BestEffort for Kubernetes. */
    public boolean isBestEffort() {
        return labelQos() == QosClass.BE || kubeQos() == KubeQos.BEST_EFFORT;
    }
}
