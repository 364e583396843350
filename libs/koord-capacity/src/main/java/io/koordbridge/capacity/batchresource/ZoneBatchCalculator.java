package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Batch capacity of each NUMA zone of a node; manager specification section 8.4. */
@PureCore
public final class ZoneBatchCalculator {

    private ZoneBatchCalculator() {}

    /**
     * The capacity of each zone now, in the order of the zones.
     *
     * @return empty when the node's report must not be used
     */
    public static List<ZoneAllotment> calculate(
            NodeSnapshot node, List<ZoneCapacity> zones, ColocationStrategy strategy, Instant now) {
        NodeUsage usage = node.usage();
        if (usage == null || ReportCheck.degraded(usage, strategy, now).isPresent()) {
            return List.of();
        }
        List<Sums> sums = sums(node, usage, zones.size());
        List<ZoneAllotment> allotments = new ArrayList<>();
        for (int i = 0; i < zones.size(); i++) {
            ZoneCapacity zone = zones.get(i);
            BatchTerms terms = BatchFormula.terms(
                    parts(
                            node,
                            usage,
                            zone.capacity(),
                            zones.size(),
                            sums.get(i).total()),
                    strategy);
            BatchFormula.Offer offer = BatchFormula.offer(terms, strategy);
            CpuMemory amount = offer.amount();
            allotments.add(
                    new ZoneAllotment(zone.name(), amount.milliCpu(), amount.milliBytes(), offer.capped(), terms));
        }
        return allotments;
    }

    private static BatchFormula.Parts parts(
            NodeSnapshot node, NodeUsage usage, CpuMemory capacity, int zones, PodSums pods) {
        CpuMemory kubeletReserved = node.capacity().minus(node.allocatable()).atLeastZero();
        return new BatchFormula.Parts(
                capacity,
                node.annotationReserved().share(zones),
                kubeletReserved.share(zones),
                kubeletReserved.max(node.annotationReserved()).share(zones),
                usage.system().share(zones),
                usage.hostHighPriority().share(zones),
                usage.system().plus(usage.hostHighPriority()).share(zones),
                pods);
    }

    private static List<Sums> sums(NodeSnapshot node, NodeUsage usage, int zones) {
        List<Sums> sums = new ArrayList<>();
        for (int i = 0; i < zones; i++) {
            sums.add(new Sums());
        }
        Map<String, PodUsage> unmatched = new HashMap<>();
        usage.pods().forEach(metric -> unmatched.put(metric.key(), metric));
        for (PodDemand pod : node.pods()) {
            PodUsage metric = pod.active() ? unmatched.remove(pod.key()) : null;
            if (pod.active() && pod.highPriority()) {
                addPod(sums, pod, metric == null ? null : metric.usage());
            }
        }
        for (PodUsage metric : unmatched.values()) {
            if (!metric.lowPriority()) {
                CpuMemory share = metric.usage().share(zones);
                sums.forEach(zone -> zone.addDangling(share));
            }
        }
        return sums;
    }

    /** A pod bound to zones counts only there; an entry that names a zone twice makes the share smaller. */
    private static void addPod(List<Sums> sums, PodDemand pod, @Nullable CpuMemory usage) {
        List<Integer> bound = pod.numaNodes().stream()
                .filter(id -> id >= 0 && id < sums.size())
                .toList();
        int parts = bound.isEmpty() ? sums.size() : bound.size();
        CpuMemory requests = pod.requests().share(parts);
        CpuMemory used = usage == null ? null : usage.share(parts);
        for (int i = 0; i < sums.size(); i++) {
            if (bound.isEmpty() || bound.contains(i)) {
                sums.get(i).addPod(pod, requests, used);
            }
        }
    }

    /** Sums of one zone while they are made. */
    private static final class Sums {

        private CpuMemory request = CpuMemory.ZERO;
        private CpuMemory used = CpuMemory.ZERO;
        private CpuMemory max = CpuMemory.ZERO;
        private CpuMemory dangling = CpuMemory.ZERO;
        private int counted;
        private int missing;
        private int danglingCount;

        /** A pod without metric counts with its requests everywhere, unlike on the node. */
        void addPod(PodDemand pod, CpuMemory requests, @Nullable CpuMemory usage) {
            counted++;
            request = request.plus(requests);
            if (usage == null) {
                missing++;
                used = used.plus(requests);
                max = max.plus(requests);
            } else {
                used = used.plus(BatchFormula.used(pod, requests, usage));
                max = max.plus(requests.max(usage));
            }
        }

        void addDangling(CpuMemory share) {
            danglingCount++;
            dangling = dangling.plus(share);
        }

        PodSums total() {
            return new PodSums(
                    request,
                    used.plus(dangling),
                    max.plus(dangling),
                    dangling,
                    new BatchTerms.Counts(counted, missing, danglingCount));
        }
    }
}
