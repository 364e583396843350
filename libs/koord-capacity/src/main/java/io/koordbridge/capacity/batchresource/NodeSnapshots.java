package io.koordbridge.capacity.batchresource;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.pod.GivenResources;
import io.koordbridge.api.document.pod.GivenResources.OnNode;
import io.koordbridge.api.document.pod.ResourceStatusReader;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ReclaimableMetric;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Kubernetes objects to records; manager specification sections 4 and 8.3. */
@PureCore
public final class NodeSnapshots {

    private static final int NANO_DIGITS = 9;
    private static final int MILLI_DIGITS = 3;
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LEAST = MOST.negate();
    /** As many digits do not fit all into 63 bits. */
    private static final int LONG_DIGITS = 19;
    /** Usage that a report lacks. */
    private static final long NOT_KNOWN = -1;

    private NodeSnapshots() {}

    /**
     * A node with its pods and its report.
     *
     * @param reserved what its reservation annotation keeps
     */
    public static NodeSnapshot of(Node node, CpuMemory reserved, List<PodDemand> pods, @Nullable NodeUsage usage) {
        Map<String, Quantity> capacity =
                node.getStatus() == null ? null : node.getStatus().getCapacity();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        CpuMemory whole = cpuMemory(capacity);
        return new NodeSnapshot(
                node.getMetadata().getName(),
                whole,
                cpuMemory(allocatable),
                allocatable != null && !allocatable.isEmpty(),
                reserved,
                pods,
                usage == null ? null : usage.within(whole));
    }

    /** A pod reduced to its demand. */
    public static PodDemand demand(Pod pod) {
        Map<String, BigDecimal> requests = PodRequests.of(pod);
        boolean holds = !PodClassification.isTerminated(pod);
        CpuMemory plain = new CpuMemory(
                scaled(requests.get(ResourceNames.CPU), NANO_DIGITS),
                scaled(requests.get(ResourceNames.MEMORY), MILLI_DIGITS));
        CpuMemory batch = holds ? held(requests, ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY) : CpuMemory.ZERO;
        CpuMemory mid = holds ? held(requests, ResourceNames.MID_CPU, ResourceNames.MID_MEMORY) : CpuMemory.ZERO;
        return new PodDemand(
                text(pod.getMetadata().getNamespace()),
                text(pod.getMetadata().getName()),
                PodClassification.isActive(pod),
                CountedClass.of(pod, plain, batch, mid),
                PodClassification.qos(pod) == QosClass.LSE,
                plain,
                batch,
                mid,
                ResourceStatusReader.read(pod).orElse(GivenResources.NONE).nodes().stream()
                        .map(OnNode::node)
                        .toList());
    }

    /** Resources that count milli-cores and bytes; most pods have none, and share one record. */
    private static CpuMemory held(Map<String, BigDecimal> requests, String cpu, String memory) {
        return requests.containsKey(cpu) || requests.containsKey(memory)
                ? CpuMemory.ofMilliAndBytes(scaled(requests.get(cpu), 0), scaled(requests.get(memory), 0))
                : CpuMemory.ZERO;
    }

    /** A report reduced to the usages that count. */
    public static NodeUsage usage(@Nullable NodeMetricStatus status) {
        if (status == null) {
            return NodeUsage.NEVER_REPORTED;
        }
        List<PodUsage> pods = new ArrayList<>();
        for (PodMetricInfo pod : orEmpty(status.podsMetric())) {
            PriorityClass priority = PriorityClass.ofName(pod.priority());
            boolean low = priority == PriorityClass.BATCH || priority == PriorityClass.FREE;
            String key = text(pod.namespace()) + "/" + text(pod.name());
            pods.add(new PodUsage(key, ofPod(pod.podUsage()), low));
        }
        List<HostApplicationMetricInfo> applications = orEmpty(status.hostApplicationMetric());
        NodeMetricInfo node = status.nodeMetric();
        ReclaimableMetric reclaimable = status.prodReclaimableMetric();
        return new NodeUsage(
                status.updateTime(),
                node != null && !isNegative(node, applications),
                node == null ? CpuMemory.ZERO : cpuMemory(node.systemUsage()),
                pods,
                hosts(applications, EnumSet.of(PriorityClass.PROD, PriorityClass.MID)),
                hosts(applications, EnumSet.of(PriorityClass.PROD)),
                node == null ? null : whole(node.nodeUsage()),
                reclaimable == null ? CpuMemory.ZERO : cpuMemory(reclaimable.resource()));
    }

    private static CpuMemory hosts(List<HostApplicationMetricInfo> applications, Set<PriorityClass> classes) {
        return applications.stream()
                .filter(one -> classes.contains(PriorityClass.ofName(one.priority())))
                .map(one -> cpuMemory(one.usage()))
                .reduce(CpuMemory.ZERO, CpuMemory::plus);
    }

    /** Whether something is below zero that has no request to count in its place. */
    private static boolean isNegative(NodeMetricInfo node, List<HostApplicationMetricInfo> applications) {
        return Stream.concat(
                        Stream.of(node.nodeUsage(), node.systemUsage()),
                        applications.stream().map(HostApplicationMetricInfo::usage))
                .anyMatch(usage -> cpuMemory(usage).anyNegative());
    }

    /** What a report lacks of a pod is marked as not known, as is what cannot be. */
    private static CpuMemory ofPod(@Nullable ResourceUsage usage) {
        Map<String, Quantity> list = usage == null ? Map.of() : orEmpty(usage.resources());
        Quantity cpu = list.get(ResourceNames.CPU);
        Quantity memory = list.get(ResourceNames.MEMORY);
        return new CpuMemory(
                cpu == null ? NOT_KNOWN : scaled(Quantities.decimal(cpu), NANO_DIGITS),
                memory == null ? NOT_KNOWN : scaled(Quantities.decimal(memory), MILLI_DIGITS));
    }

    /** The usage, null unless it names both cpu and memory. */
    private static @Nullable CpuMemory whole(@Nullable ResourceUsage usage) {
        Map<String, Quantity> list = usage == null ? null : usage.resources();
        boolean both = list != null && list.containsKey(ResourceNames.CPU) && list.containsKey(ResourceNames.MEMORY);
        return both ? cpuMemory(list) : null;
    }

    private static CpuMemory cpuMemory(@Nullable ResourceUsage usage) {
        return cpuMemory(usage == null ? null : usage.resources());
    }

    static CpuMemory cpuMemory(@Nullable Map<String, Quantity> list) {
        return list == null
                ? CpuMemory.ZERO
                : new CpuMemory(
                        scaled(decimal(list.get(ResourceNames.CPU)), NANO_DIGITS),
                        scaled(decimal(list.get(ResourceNames.MEMORY)), MILLI_DIGITS));
    }

    private static @Nullable BigDecimal decimal(@Nullable Quantity quantity) {
        return quantity == null ? null : Quantities.decimal(quantity);
    }

    /** The amount in units of 10^-digits, rounded away from zero, within 63 bits. */
    private static long scaled(@Nullable BigDecimal amount, int digits) {
        if (amount == null) {
            return 0;
        }
        BigDecimal whole = amount.setScale(digits, RoundingMode.UP).scaleByPowerOfTen(digits);
        return whole.precision() < LONG_DIGITS
                ? whole.longValue()
                : whole.min(MOST).max(LEAST).longValueExact();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
