package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ReclaimableMetric;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A report with one value replaced.
 *
 * @param place which usage, counted over node, system, host application, prediction and pods
 * @param resource cpu or memory
 * @param change what becomes of the value
 */
record SpoiledReport(int place, String resource, Change change) {

    private static final int PLACES_BEFORE_PODS = 4;

    /** Replacements. */
    enum Change {
        NEGATIVE("-30"),
        FAR_BELOW("-9e18"),
        ABSENT(null),
        HUGE("9223372036854775807"),
        BEYOND("1e30"),
        UNREADABLE("many"),
        EMPTY_USAGE(null),
        SECOND_ENTRY("0"),
        FIRST_ENTRY("0");

        private final @Nullable String value;

        Change(@Nullable String value) {
            this.value = value;
        }

        boolean isEntry() {
            return this == SECOND_ENTRY || this == FIRST_ENTRY;
        }
    }

    /** The report on the wire. */
    static NodeMetricStatus status(NodeUsage usage) {
        List<PodMetricInfo> pods = new ArrayList<>();
        for (PodUsage pod : usage.pods()) {
            String priority = pod.lowPriority() ? "koord-batch" : "koord-prod";
            String[] key = pod.key().split("/");
            pods.add(new PodMetricInfo(key[1], key[0], of(pod.usage()), priority, null, null));
        }
        return new NodeMetricStatus(
                usage.updateTime(),
                new NodeMetricInfo(of(usage.node()), null, of(usage.system()), null, null),
                pods,
                List.of(new HostApplicationMetricInfo("host", of(usage.hostProd()), "koord-prod", null)),
                new ReclaimableMetric(of(usage.prodReclaimable())),
                null);
    }

    private static ResourceUsage of(@Nullable CpuMemory amount) {
        return amount == null
                ? ResourceUsage.of(Map.of())
                : ResourceUsage.of(Map.of(
                        "cpu",
                                new Quantity(
                                        BigDecimal.valueOf(amount.nanoCpu(), 9).toPlainString()),
                        "memory",
                                new Quantity(BigDecimal.valueOf(amount.milliBytes(), 3)
                                        .toPlainString())));
    }

    /** The report with the value replaced, made later. */
    NodeMetricStatus of(NodeMetricStatus good, Instant later) {
        int drawn = place % (PLACES_BEFORE_PODS + good.podsMetric().size());
        int at = drawn < PLACES_BEFORE_PODS && change.isEntry() ? -1 : drawn;
        NodeMetricInfo node = good.nodeMetric();
        HostApplicationMetricInfo host = good.hostApplicationMetric().get(0);
        ResourceUsage predicted = good.prodReclaimableMetric().resource();
        List<PodMetricInfo> pods = new ArrayList<>(good.podsMetric());
        if (at >= PLACES_BEFORE_PODS) {
            spoil(pods, at - PLACES_BEFORE_PODS);
        }
        return new NodeMetricStatus(
                later,
                new NodeMetricInfo(
                        at == 0 ? spoiled(node.nodeUsage()) : node.nodeUsage(),
                        null,
                        at == 1 ? spoiled(node.systemUsage()) : node.systemUsage(),
                        null,
                        null),
                pods,
                List.of(new HostApplicationMetricInfo(
                        host.name(), at == 2 ? spoiled(host.usage()) : host.usage(), host.priority(), null)),
                new ReclaimableMetric(at == 3 ? spoiled(predicted) : predicted),
                null);
    }

    private void spoil(List<PodMetricInfo> pods, int index) {
        PodMetricInfo pod = pods.get(index);
        PodMetricInfo changed =
                new PodMetricInfo(pod.name(), pod.namespace(), spoiled(pod.podUsage()), pod.priority(), null, null);
        switch (change) {
            case SECOND_ENTRY -> pods.add(changed);
            case FIRST_ENTRY -> pods.add(0, changed);
            default -> pods.set(index, changed);
        }
    }

    private ResourceUsage spoiled(ResourceUsage usage) {
        Map<String, Quantity> resources = new HashMap<>(usage.resources());
        if (change == Change.EMPTY_USAGE) {
            return ResourceUsage.of(Map.of());
        }
        if (change.value == null) {
            resources.remove(resource);
        } else {
            resources.put(resource, new Quantity(change.value, ""));
        }
        return ResourceUsage.of(resources);
    }

    /** The node as it counts where the pod of the place counts with its request, and with nothing where there is no such pod. */
    NodeUsage byRequest(NodeSnapshot node) {
        NodeUsage usage = node.usage();
        int at = place % (PLACES_BEFORE_PODS + usage.pods().size()) - PLACES_BEFORE_PODS;
        if (at < 0) {
            return usage;
        }
        List<PodUsage> pods = new ArrayList<>(usage.pods());
        PodUsage pod = pods.get(at);
        CpuMemory request = node.pods().stream()
                .filter(PodDemand::active)
                .filter(one -> one.key().equals(pod.key()))
                .map(PodDemand::requests)
                .findFirst()
                .orElse(CpuMemory.ZERO);
        boolean cpu = change == Change.EMPTY_USAGE || resource.equals("cpu");
        boolean memory = change == Change.EMPTY_USAGE || resource.equals("memory");
        CpuMemory counted = new CpuMemory(
                cpu ? request.nanoCpu() : pod.usage().nanoCpu(),
                memory ? request.milliBytes() : pod.usage().milliBytes());
        pods.set(at, new PodUsage(pod.key(), counted, pod.lowPriority()));
        return usage.with(usage.system(), usage.prodReclaimable(), pods);
    }
}
