package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Limits of best-effort pods and their containers from their batch resources; specification section 14.4. */
@PureCore
public final class BatchResourceStrategy implements Strategy<BatchMemory> {

    public static final String NAME = "batch-resource";

    /** So often the files themselves are compared: others may have changed them. */
    private static final Duration RECHECK = Duration.ofSeconds(10);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_SHARES, Knob.CPU_CFS_QUOTA, Knob.MEMORY_LIMIT);
    }

    @Override
    public BatchMemory initial() {
        return BatchMemory.NONE;
    }

    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public Step<BatchMemory> step(NodeSnapshot snapshot, BatchMemory memory) {
        if (!snapshot.slo().known()) {
            // Whether the tier has the quota, and so pods have none, is known from the NodeSLO.
            return Step.nothing(memory, "no-node-slo");
        }
        Round round = new Round(snapshot, memory);
        BatchLimitRules.NodeRule rule = new BatchLimitRules.NodeRule(quotaOnTier(snapshot), round.ratio());
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (!pod.finished()) {
                BatchLimitRules.limits(pod, rule).ifPresent(limits -> round.add(pod, limits));
            }
        }
        return round.step(rule.normalizationRatio());
    }

    /** Other pods' limits are the kubelet's; values of this strategy are reverted by the record of changes. */
    @Override
    public Step<BatchMemory> release(NodeSnapshot snapshot, BatchMemory memory) {
        return Step.nothing(BatchMemory.NONE, "released");
    }

    private static boolean quotaOnTier(NodeSnapshot snapshot) {
        return snapshot.slo()
                .suppress()
                .filter(SuppressSettings::enabled)
                .map(found -> found.method() == SuppressMethod.CFS_QUOTA)
                .orElse(false);
    }

    /** What one tick adds up. */
    private static final class Round {
        private final NodeSnapshot snapshot;
        private final BatchMemory memory;
        private final boolean rechecks;
        private final List<Intent> pods = new ArrayList<>();
        private final List<Intent> containers = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Round(NodeSnapshot snapshot, BatchMemory memory) {
            this.snapshot = snapshot;
            this.memory = memory;
            Instant last = memory.recheckedAt();
            this.rechecks =
                    last == null || !last.plus(RECHECK).isAfter(snapshot.tick().at());
        }

        double ratio() {
            Optional<NodeFacts> node = snapshot.cluster().node();
            try {
                return BatchLimitRules.ratio(node.map(NodeFacts::normalizationRatio), memory.ratio());
            } catch (IllegalArgumentException e) {
                problems.add("Node/" + node.map(NodeFacts::name).orElse("") + ": annotation "
                        + Annotations.NODE_CPU_NORMALIZATION_RATIO + " = " + e.getMessage()
                        + "; the last good ratio holds");
                return memory.ratio();
            }
        }

        void add(PodInfo pod, BatchLimits limits) {
            CgroupPaths paths = snapshot.paths();
            String podDir = paths.podDir(pod.kubeQos(), pod.uid());
            add(pods, podDir, limits.pod());
            for (ContainerInfo container : pod.containers()) {
                BatchLimits.Values values = limits.containers().get(container.name());
                if (values != null) {
                    containerDir(pod, podDir, container).ifPresent(dir -> add(containers, dir, values));
                }
            }
        }

        private Optional<String> containerDir(PodInfo pod, String podDir, ContainerInfo container) {
            try {
                return Optional.of(snapshot.paths().containerDir(podDir, container.id()));
            } catch (IllegalArgumentException e) {
                problems.add("Pod/" + pod.fullName() + ": container " + container.name() + ": " + e.getMessage()
                        + "; it gets no limits of its own");
                return Optional.empty();
            }
        }

        private void add(List<Intent> level, String dir, BatchLimits.Values values) {
            level.add(intent(Knob.CPU_SHARES, dir, values.cpuShares()));
            level.add(intent(Knob.CPU_CFS_QUOTA, dir, values.quotaMicros()));
            level.add(intent(Knob.MEMORY_LIMIT, dir, values.memoryLimitBytes()));
        }

        private Intent intent(Knob<Long> knob, String dir, long value) {
            Intent intent = Intent.of(knob, dir, value, NAME);
            return rechecks ? intent.checked(Intent.Check.FILE) : intent;
        }

        Step<BatchMemory> step(double ratio) {
            Instant checked = rechecks ? snapshot.tick().at() : memory.recheckedAt();
            return new Step<>(new BatchMemory(ratio, checked), List.of(pods, containers), "limits", problems);
        }
    }
}
