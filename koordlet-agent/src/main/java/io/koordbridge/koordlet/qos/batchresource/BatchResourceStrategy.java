package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.NormalizationRatio;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Limits of best-effort pods and their containers from their batch resources; specification section 14.4. */
@PureCore
public final class BatchResourceStrategy implements Strategy<BatchMemory> {

    public static final String NAME = "batch-resource";

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
        List<String> problems = new ArrayList<>();
        double ratio = NormalizationRatio.next(snapshot.cluster().node(), memory.ratio(), problems::add);
        BatchLimitRules.NodeRule rule = new BatchLimitRules.NodeRule(quotaOnTier(snapshot), ratio);
        BatchPlan plan = memory.plan().next(snapshot.cluster().pods(), rule, snapshot.paths());
        problems.addAll(plan.problems());
        return new Step<>(new BatchMemory(ratio, plan), plan.levels(), "limits", problems);
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
}
