package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.LogicalCpu;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaNodeFacts;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.view.PodShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes with any number of NUMA nodes, each with CPUs, two to a core, and GiB of its own. */
final class ManyNumaNodes {

    private ManyNumaNodes() {}

    /** What a NUMA node has: CPUs, how many of them are reserved, and GiB. */
    record Zone(int cpus, int taken, int gib) {}

    static NumaNode node(List<Zone> zones) {
        Map<Integer, ResourceVector> amounts = new HashMap<>();
        List<LogicalCpu> cpus = new ArrayList<>();
        Map<Integer, ResourceVector> held = new HashMap<>();
        CpuSet own = CpuSet.EMPTY;
        for (int id = 0; id < zones.size(); id++) {
            Zone zone = zones.get(id);
            amounts.put(id, amounts(zone.cpus(), zone.gib()));
            held.put(id, amounts(zone.taken(), 0));
            for (int cpu = 0; cpu < zone.cpus(); cpu++) {
                int number = cpus.size();
                cpus.add(new LogicalCpu(number, id * 1_000 + cpu / 2, 0, id));
                own = cpu < zone.taken() ? own.union(CpuSet.parse(Integer.toString(number))) : own;
            }
        }
        NumaTopology topology = new NumaTopology(
                CpuLayout.of(cpus), CpuSet.EMPTY, NumaPolicy.NONE, false, NumaQuantities.of(amounts), null, List.of());
        return new NumaNode(
                new NumaNodeFacts(NumaPolicy.NONE, "", "", NodeRatios.NONE),
                NumaUsage.of(topology, List.of(new NumaHolding(own, "", NumaQuantities.of(held)))),
                true,
                amounts(cpus.size(), 1_000),
                amounts(own.size(), 0));
    }

    private static ResourceVector amounts(long cpus, long gib) {
        return ResourceVector.of(Map.of("cpu", cpus * 1000, "memory", gib << 30));
    }

    /**
     * A pod of whole CPUs and GiB.
     *
     * @param bind its bind policy, with an exclamation mark when that is required
     */
    static NumaDemand demand(int cpus, int gib, String bind, String exclusive) {
        NumaDemand.CpuWish wish = bind.isEmpty()
                ? NumaDemand.CpuWish.NONE
                : new NumaDemand.CpuWish(
                        true, bind.replace("!", ""), bind.endsWith("!") ? bind.replace("!", "") : "", "");
        return new NumaDemand(amounts(cpus, gib), wish, NumaPolicy.NONE, exclusive);
    }

    /** Devices of which a pod wants some, by NUMA id; -1 for one that may be on any. */
    record Cards(List<Integer> places, int wanted) implements FurtherHints {

        private long on(NumaSet nodes) {
            return places.stream().filter(id -> id < 0 || nodes.contains(id)).count();
        }

        @Override
        public List<ResourceHints> hints(PodShape pod, NodeView node, NumaSearch search) {
            if (wanted == 0) {
                return List.of();
            }
            NumaSet with = NumaSet.of(places.stream().filter(id -> id >= 0).toList());
            List<NumaSet> feasible = search.feasible(
                    places.contains(-1) ? search.all() : search.all().and(with),
                    size -> places.size() >= wanted,
                    nodes -> on(nodes) >= wanted);
            return List.of(new ResourceHints(
                    "cards",
                    feasible.stream()
                            .map(nodes -> new NumaHint(
                                    nodes,
                                    nodes.size() == feasible.get(0).size(),
                                    false,
                                    nodes.mask() % 7 == 0 ? 500 : 0))
                            .toList()));
        }

        @Override
        public FitResult trial(PodShape pod, NodeView node, @Nullable NumaSet nodes) {
            return FitResult.FITS;
        }

        Alongside alongside() {
            ClusterLedger ledger = new ClusterLedger();
            ledger.nodeSeen(Samples.nodeFacts("n", 1_000, "1Gi"));
            PodShape shape =
                    PodFactsReader.read(Samples.pod("p", Map.of("cpu", "1"))).shape();
            return new Alongside(this, shape, ledger.view().node("n").orElseThrow());
        }
    }
}
