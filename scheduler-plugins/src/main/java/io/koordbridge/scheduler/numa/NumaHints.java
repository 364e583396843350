package io.koordbridge.scheduler.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.NumaPolicy;
import io.koordbridge.scheduler.topology.NumaQuantities;
import io.koordbridge.scheduler.topology.NumaSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which NUMA nodes could take a pod, by resource; scheduler specification section 11.2. */
@PureCore
public final class NumaHints {

    private NumaHints() {}

    /** The hints of each requested resource that some NUMA node counts, by name. */
    static List<ResourceHints> of(NumaAllocator allocator, NumaNode node, NumaPolicy policy, NumaArgs args) {
        NumaQuantities zones = node.topology().amplified(node.facts().ratios().amplification());
        ResourceVector request = allocator.amplifiedRequest();
        NumaSet all = node.topology().zones().nodes();
        Map<String, NumaSet> lacking = lacking(zones, allocator.available());
        SortedMap<String, List<NumaHint>> found = new TreeMap<>();
        Map<String, Integer> smallest = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (NumaSet nodes : all.subsets()) {
            ResourceVector total = zones.sum(nodes);
            seen.addAll(total.names());
            if (allocator.allocate(nodes).verdict().fits()) {
                long score = NumaScore.score(
                        request,
                        total.minusClipped(allocator.available().sum(nodes)),
                        total,
                        args.numaScoringStrategy());
                for (String name : request.names()) {
                    boolean possible = seen.contains(name)
                            && !lacking.getOrDefault(name, new NumaSet(0)).intersects(nodes);
                    if (possible) {
                        smallest.merge(name, nodes.size(), Math::min);
                        found.computeIfAbsent(name, any -> new ArrayList<>())
                                .add(new NumaHint(nodes, false, false, score));
                    }
                }
            }
        }
        return request.names().stream()
                .filter(seen::contains)
                .map(name -> new ResourceHints(
                        name, preferred(found.getOrDefault(name, List.of()), smallest.getOrDefault(name, 0), policy)))
                .toList();
    }

    private static List<NumaHint> preferred(List<NumaHint> hints, int smallest, NumaPolicy policy) {
        return hints.stream()
                .map(hint -> new NumaHint(
                        hint.nodes(),
                        policy == NumaPolicy.RESTRICTED
                                || hint.nodes() == null
                                || hint.nodes().size() == smallest,
                        false,
                        hint.score()))
                .toList();
    }

    private static Map<String, NumaSet> lacking(NumaQuantities zones, NumaQuantities available) {
        Set<String> names = new HashSet<>();
        zones.byNode().values().forEach(amounts -> names.addAll(amounts.names()));
        Map<String, NumaSet> lacking = new HashMap<>();
        for (String name : names) {
            lacking.put(
                    name,
                    NumaSet.of(zones.ids().stream()
                            .filter(id -> available.of(id).get(name) == 0)
                            .toList()));
        }
        return lacking;
    }
}
