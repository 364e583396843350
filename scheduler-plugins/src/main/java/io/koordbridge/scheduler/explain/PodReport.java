package io.koordbridge.scheduler.explain;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A pod for people; amounts in base units (cpu in milli-cores, memory in bytes).
 *
 * @param pod namespace and name
 * @param state waiting or bound
 * @param node where it is bound, null while it waits
 * @param scheduler what kube-scheduler says of it (condition PodScheduled), empty when it says nothing
 * @param nodes what kube-scheduler's own checks say of the nodes, null for a bound pod
 * @param gate what is decided before any node is looked at, a line each
 * @param filter the last filter, null before the first: kube-scheduler found no node to ask about, or has not come to the pod yet
 * @param bind the last bind, null before the first
 * @param preempt the last preemption, null before the first
 */
record PodReport(
        String pod,
        String uid,
        String state,
        @Nullable String node,
        String scheduler,
        @Nullable NodeChecks nodes,
        List<String> gate,
        @Nullable Filter filter,
        @Nullable Bind bind,
        @Nullable Preempt preempt) {

    /**
     * The last filter.
     *
     * @param candidates nodes that kube-scheduler asked about
     * @param fitting nodes that the pod fits on
     * @param offered nodes that were returned
     */
    record Filter(String at, int candidates, int fitting, int offered, List<Reason> refused) {}

    /**
     * Nodes with the same reason.
     *
     * @param nodes how many
     * @param example one of them, as it is now
     * @param wokenBy what has to happen before such a node can take the pod
     */
    record Reason(String reason, int nodes, Example example, String wokenBy) {}

    /**
     * A node that refused.
     *
     * @param resources requests of the pod by name
     * @param freeByNumaNode by NUMA id, empty without a topology
     * @param details what the capabilities add
     */
    record Example(
            String node,
            SortedMap<String, Amounts> resources,
            SortedMap<Integer, Map<String, Long>> freeByNumaNode,
            List<String> details) {}

    /** One resource of a node and of the pod. */
    record Amounts(long pod, long requested, long allocatable, long free) {}

    /**
     * The last bind.
     *
     * @param problem empty when the pod is bound
     * @param scores of the node by plugin, from 0 to 100
     * @param cpus CPUs of its own, kernel's list format
     * @param numaNodes amounts by NUMA id
     */
    record Bind(
            String at,
            String node,
            String problem,
            Map<String, Long> scores,
            String cpus,
            SortedMap<Integer, Map<String, Long>> numaNodes) {}

    /**
     * The last preemption.
     *
     * @param nodes that kube-scheduler asked about
     */
    record Preempt(String at, SortedMap<String, PreemptDecision.OfNode> nodes) {}
}
