package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.protocol.Annotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps the limits of all best-effort pods. One thread. */
public final class BatchLimitKeeper {

    private static final String REASON = "batch-resource";

    private final CgroupExecutor executor;
    private final Consumer<String> problems;
    private double ratio = BatchLimitRules.NO_RATIO;

    public BatchLimitKeeper(CgroupExecutor executor, Consumer<String> problems) {
        this.executor = executor;
        this.problems = problems;
    }

    /**
     * One pass over the pods.
     *
     * @param settings of the suppression now in force
     * @param recheck look at the files themselves, whatever was written before
     */
    public void pass(NodeView view, Optional<SuppressSettings> settings, boolean recheck) {
        BatchLimitRules.NodeRule rule = rule(view, settings);
        for (PodInfo pod : view.pods()) {
            if (!pod.finished()) {
                BatchLimitRules.limits(pod, rule).ifPresent(limits -> apply(pod, limits, recheck));
            }
        }
    }

    private BatchLimitRules.NodeRule rule(NodeView view, Optional<SuppressSettings> settings) {
        try {
            ratio = BatchLimitRules.ratio(view.node().map(NodeFacts::normalizationRatio), ratio);
        } catch (IllegalArgumentException e) {
            problems.accept("Node/" + view.node().map(NodeFacts::name).orElse("") + ": annotation "
                    + Annotations.NODE_CPU_NORMALIZATION_RATIO + " = " + e.getMessage()
                    + "; the last good ratio holds");
        }
        boolean quotaOnTier = settings.filter(SuppressSettings::enabled)
                .map(found -> found.method() == SuppressMethod.CFS_QUOTA)
                .orElse(false);
        return new BatchLimitRules.NodeRule(quotaOnTier, ratio);
    }

    private void apply(PodInfo pod, BatchLimits limits, boolean recheck) {
        CgroupPaths paths = executor.tree().paths();
        String podDir = paths.podDir(pod.kubeQos(), pod.uid());
        List<CgroupUpdate> containers = new ArrayList<>();
        for (ContainerInfo container : pod.containers()) {
            BatchLimits.Values values = limits.containers().get(container.name());
            if (values != null) {
                containerDir(pod, podDir, container).ifPresent(dir -> containers.addAll(updates(dir, values)));
            }
        }
        List<List<CgroupUpdate>> levels = List.of(updates(podDir, limits.pod()), containers);
        if (recheck) {
            levels.forEach(level -> level.forEach(executor::forgetIfChanged));
        }
        executor.updateLeveled(levels);
    }

    private Optional<String> containerDir(PodInfo pod, String podDir, ContainerInfo container) {
        try {
            return Optional.of(executor.tree().paths().containerDir(podDir, container.id()));
        } catch (IllegalArgumentException e) {
            problems.accept("Pod/" + pod.fullName() + ": container " + container.name() + ": " + e.getMessage()
                    + "; it gets no limits of its own");
            return Optional.empty();
        }
    }

    private static List<CgroupUpdate> updates(String dir, BatchLimits.Values values) {
        return List.of(
                update(Knob.CPU_SHARES, dir, values.cpuShares()),
                update(Knob.CPU_CFS_QUOTA, dir, values.quotaMicros()),
                update(Knob.MEMORY_LIMIT, dir, values.memoryLimitBytes()));
    }

    private static CgroupUpdate update(Knob<?> resource, String dir, long value) {
        return new CgroupUpdate(resource, dir, Long.toString(value), REASON);
    }
}
