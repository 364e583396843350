package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which NUMA nodes could take a pod, by resource; scheduler specification section 11.2. */
@PureCore
public final class NumaHints {

    private NumaHints() {}

    /**
     * The hints of each requested resource that some NUMA node counts, by name.
     *
     * @param further hints of other capabilities: where many NUMA nodes are not all tried, their sets are tried as well
     */
    static List<ResourceHints> of(
            NumaAllocator allocator,
            NumaNode node,
            NumaPolicy policy,
            NumaArgs args,
            NumaSearch search,
            List<ResourceHints> further) {
        NumaQuantities zones = node.topology().amplified(node.facts().ratios().amplification());
        ResourceVector request = allocator.amplifiedRequest();
        Map<String, NumaSet> lacking = lacking(zones, allocator.available());
        List<String> names =
                request.names().stream().filter(lacking::containsKey).toList();
        SortedMap<String, List<NumaHint>> found = new TreeMap<>();
        Map<String, Integer> smallest = new HashMap<>();
        for (NumaSet nodes : feasible(allocator, names, lacking, policy, search, further)) {
            ResourceVector total = zones.sum(nodes);
            long score = NumaScore.score(
                    request, total.minusClipped(allocator.available().sum(nodes)), total, args.numaScoringStrategy());
            for (String name : names) {
                if (!lacking.getOrDefault(name, new NumaSet(0)).intersects(nodes)) {
                    smallest.merge(name, nodes.size(), Math::min);
                    found.computeIfAbsent(name, any -> new ArrayList<>()).add(new NumaHint(nodes, false, false, score));
                }
            }
        }
        return names.stream()
                .map(name -> new ResourceHints(
                        name, preferred(found.getOrDefault(name, List.of()), smallest.getOrDefault(name, 0), policy)))
                .toList();
    }

    /** NUMA nodes that could take the pod together. */
    private static List<NumaSet> feasible(
            NumaAllocator allocator,
            List<String> names,
            Map<String, NumaSet> lacking,
            NumaPolicy policy,
            NumaSearch search,
            List<ResourceHints> further) {
        NumaSet candidates = search.all();
        for (String name : names) {
            candidates = candidates.minus(lacking.getOrDefault(name, new NumaSet(0)));
        }
        NumaSet usable = candidates;
        // There each set is preferred that keeps the pod apart, so a larger one may be where a smaller one is not.
        boolean larger = !search.isExhaustive() && policy == NumaPolicy.RESTRICTED;
        List<NumaSet> feasible = search.feasible(
                usable,
                size -> names.stream().allMatch(name -> allocator.couldSuffice(name, usable, size)),
                nodes -> (!larger || allocator.keepsApart(nodes)) && allocator.fits(nodes, search));
        if (larger) {
            Set<NumaSet> known = new HashSet<>(feasible);
            further.stream()
                    .flatMap(one -> Objects.requireNonNullElse(one.hints(), List.<NumaHint>of()).stream())
                    .map(NumaHint::nodes)
                    .filter(nodes -> nodes != null && usable.containsAll(nodes) && known.add(nodes))
                    .forEach(nodes -> {
                        search.step(nodes.size());
                        if (allocator.fits(nodes, search)) {
                            feasible.add(nodes);
                        }
                    });
        }
        return feasible;
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
