package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
        NodeOverhead overhead =
                NodeOverhead.of(node, usage.system(), usage.hostHighPriority()).share(zones.size());
        List<PodSummation> sums = sums(node, usage, zones.size());
        List<ZoneAllotment> allotments = new ArrayList<>();
        for (int i = 0; i < zones.size(); i++) {
            ZoneCapacity zone = zones.get(i);
            BatchTerms terms =
                    BatchFormula.terms(zone.capacity(), overhead, sums.get(i).total(), strategy);
            BatchFormula.Offer offer = BatchFormula.offer(terms, strategy);
            CpuMemory amount = offer.amount();
            allotments.add(
                    new ZoneAllotment(zone.name(), amount.milliCpu(), amount.milliBytes(), offer.capped(), terms));
        }
        return allotments;
    }

    private static List<PodSummation> sums(NodeSnapshot node, NodeUsage usage, int zones) {
        List<PodSummation> sums =
                Stream.generate(() -> new PodSummation(true)).limit(zones).toList();
        PodSummation.through(
                node, usage, (pod, metric) -> addPod(sums, pod, metric.map(one -> one.of(pod.requests()))), metric -> {
                    CpuMemory share = metric.share(zones);
                    sums.forEach(zone -> zone.addDangling(share));
                });
        return sums;
    }

    /** A pod bound to zones counts only there; an entry that names a zone twice makes the share smaller. */
    private static void addPod(List<PodSummation> sums, PodDemand pod, Optional<CpuMemory> usage) {
        List<Integer> bound = pod.numaNodes().stream()
                .filter(id -> id >= 0 && id < sums.size())
                .toList();
        int parts = bound.isEmpty() ? sums.size() : bound.size();
        CpuMemory requests = pod.requests().share(parts);
        Optional<CpuMemory> used = usage.map(amount -> amount.share(parts));
        for (int i = 0; i < sums.size(); i++) {
            if (bound.isEmpty() || bound.contains(i)) {
                sums.get(i).addPod(pod, requests, used);
            }
        }
    }
}
