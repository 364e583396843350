package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.NodeView;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A node in a debug view; amounts in base units (cpu and batch-cpu in milli-cores, memory in bytes).
 *
 * @param node name
 * @param batchCpuMilli batch cpu
 * @param batchMemoryBytes batch memory
 * @param published allocatable on the node object
 * @param reserved taken away by the node's reservation
 * @param allocatable what pods may request
 * @param requested by bound and assumed pods
 * @param assumed the part that feed events do not show yet
 * @param free what is left
 * @param pods bound and assumed pods
 * @param assumedPods the assumed ones
 * @param exclusiveCpus cpus held exclusively, kernel's list format
 * @param topology CPUs and NUMA nodes, null without a NodeResourceTopology
 * @param cpuAmplificationRatio 1 when not amplified
 * @param cpuNormalizationRatio 1 when unknown
 * @param plugins what the capabilities show, by plugin
 * @param problems annotations that could not be used
 */
record NodeReport(
        String node,
        Balance batchCpuMilli,
        Balance batchMemoryBytes,
        Map<String, Long> published,
        Map<String, Long> reserved,
        Map<String, Long> allocatable,
        Map<String, Long> requested,
        Map<String, Long> assumed,
        Map<String, Long> free,
        int pods,
        int assumedPods,
        String exclusiveCpus,
        @Nullable Topology topology,
        double cpuAmplificationRatio,
        double cpuNormalizationRatio,
        SortedMap<String, Object> plugins,
        List<String> problems) {

    /** One resource at a glance. */
    record Balance(long allocatable, long requested, long assumed, long free) {

        static Balance of(NodeView view, String resource) {
            return new Balance(
                    view.allocatable().get(resource),
                    view.requested().get(resource),
                    view.assumed().get(resource),
                    view.free().get(resource));
        }
    }

    /**
     * CPUs and NUMA nodes.
     *
     * @param numaPolicy policy in force, empty for none
     * @param freeCpus CPUs that a pod may get for its own, kernel's list format
     * @param reservedCpus CPUs that no pod gets, kernel's list format
     * @param free amounts that a pod may get, by NUMA id
     */
    record Topology(
            String numaPolicy, String freeCpus, String reservedCpus, SortedMap<Integer, Map<String, Long>> free) {

        static Topology of(NodeView view) {
            NumaUsage numa = view.numa();
            SortedMap<Integer, Map<String, Long>> free = new TreeMap<>();
            numa.available(view.facts().ratios().amplification())
                    .byNode()
                    .forEach((id, amounts) -> free.put(id, amounts.amounts()));
            return new Topology(
                    view.facts().numa().policy(numa.topology()).wireName(),
                    numa.availableCpus().format(),
                    numa.topology().reserved().format(),
                    free);
        }
    }

    static NodeReport of(NodeView view, PluginList capabilities) {
        NodeRatios ratios = view.facts().ratios();
        return new NodeReport(
                view.name(),
                Balance.of(view, ResourceNames.BATCH_CPU),
                Balance.of(view, ResourceNames.BATCH_MEMORY),
                view.facts().published().amounts(),
                view.facts().reserved().amounts(),
                view.allocatable().amounts(),
                view.requested().amounts(),
                view.assumed().amounts(),
                view.free().amounts(),
                view.placed().size(),
                view.placed().assumed().size(),
                view.numa().cpus().cpus().format(),
                view.topologyKnown() ? Topology.of(view) : null,
                ratios.cpuAmplification(),
                ratios.cpuNormalization(),
                capabilities.reports(view),
                view.facts().problems());
    }
}
