package io.koordbridge.koordlet.report.families;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.TopologyDocuments;
import io.koordbridge.api.document.node.TopologyDocuments.CpuPool;
import io.koordbridge.koordlet.kubepods.BatchAmounts;
import io.koordbridge.koordlet.kubepods.BatchContainer;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the objects of the cluster say: batch and mid resources of the node and of containers, pools of CPUs. */
@PureCore
public final class ClusterSamples {

    private static final String INTEGER = "integer";
    private static final String BYTE = "byte";
    private static final String REQUESTS = "koordlet_container_resource_requests";
    private static final String LIMITS = "koordlet_container_resource_limits";

    /** The largest machines have fewer; a list of CPUs may name any number. */
    private static final int MOST_CPUS = 2048;

    private ClusterSamples() {}

    /** Nothing before the Node object is known. */
    public static List<Sample> of(NodeView view) {
        List<Sample> samples = new ArrayList<>();
        if (view.node().isPresent()) {
            view.node()
                    .get()
                    .overcommitted()
                    .forEach((name, value) -> samples.add(new Sample(
                            "koordlet_node_resource_allocatable",
                            List.of("resource", name, "unit", name.endsWith("-cpu") ? INTEGER : BYTE),
                            value)));
            view.topology().ifPresent(annotations -> pools(annotations, samples));
            view.pods().stream().filter(pod -> !pod.finished()).forEach(pod -> containers(pod, samples));
        }
        return samples;
    }

    private static void pools(Map<String, String> annotations, List<Sample> samples) {
        cpus(TopologyDocuments.sharedPools(annotations.get(Annotations.NRT_CPU_SHARED_POOLS)))
                .ifPresent(pool ->
                        pool(pool, "koordlet_cpuset_share_pool_cpu_cores", "koordlet_cpuset_share_pool_info", samples));
        cpus(TopologyDocuments.bestEffortPools(annotations.get(Annotations.NRT_BE_CPU_SHARED_POOLS)))
                .ifPresent(pool -> pool(
                        pool,
                        "koordlet_cpuset_be_share_pool_cpu_cores",
                        "koordlet_cpuset_be_share_pool_info",
                        samples));
    }

    private static void pool(CpuSet cpus, String size, String info, List<Sample> samples) {
        samples.add(new Sample(size, List.of(), cpus.size()));
        cpus.cpus().stream()
                .limit(MOST_CPUS)
                .forEach(cpu -> samples.add(new Sample(info, List.of("cpu", String.valueOf(cpu)), 1)));
    }

    /** Whoever binds containers to the pools reports those that cannot be read. */
    private static Optional<CpuSet> cpus(Decoded<List<CpuPool>> pools) {
        return pools.map(list -> list.stream().map(CpuPool::cpus).reduce(CpuSet.EMPTY, CpuSet::union))
                .found();
    }

    private static void containers(PodInfo pod, List<Sample> samples) {
        for (BatchContainer container : pod.batch().containers()) {
            String id = pod.containers().stream()
                    .filter(one -> one.name().equals(container.name()))
                    .map(ContainerInfo::id)
                    .findFirst()
                    .orElse("");
            // One that has not begun, or has ended, has none.
            if (!id.isEmpty()) {
                amounts(pod, container.name(), id, container.batch(), samples);
            }
        }
    }

    /** The API server takes an extended resource only with a request that equals its limit. */
    private static void amounts(PodInfo pod, String name, String id, BatchAmounts amounts, List<Sample> samples) {
        if (amounts.requestMilliCpu() > 0) {
            samples.add(sample(REQUESTS, pod, name, id, ResourceNames.BATCH_CPU, amounts.requestMilliCpu()));
        }
        if (amounts.limitMilliCpu() > 0) {
            samples.add(sample(LIMITS, pod, name, id, ResourceNames.BATCH_CPU, amounts.limitMilliCpu()));
        }
        if (amounts.limitBytes() > 0) {
            samples.add(sample(REQUESTS, pod, name, id, ResourceNames.BATCH_MEMORY, amounts.limitBytes()));
            samples.add(sample(LIMITS, pod, name, id, ResourceNames.BATCH_MEMORY, amounts.limitBytes()));
        }
    }

    private static Sample sample(String family, PodInfo pod, String name, String id, String resource, long value) {
        return new Sample(
                family,
                List.of(
                        "container_id",
                        id,
                        "container_name",
                        name,
                        "pod_name",
                        pod.name(),
                        "pod_namespace",
                        pod.namespace(),
                        "pod_uid",
                        pod.uid(),
                        "resource",
                        resource,
                        "unit",
                        resource.equals(ResourceNames.BATCH_CPU) ? INTEGER : BYTE),
                value);
    }
}
