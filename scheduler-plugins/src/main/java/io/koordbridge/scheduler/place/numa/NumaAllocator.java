package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.cpus.CpuChoice;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.CpuRequest;
import io.koordbridge.scheduler.facts.cpus.CpuRequest.NodeShare;
import io.koordbridge.scheduler.facts.cpus.CpuSelection;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.FitCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Trial allocations of one pod on one node; scheduler specification section 12. */
@PureCore
final class NumaAllocator {

    private static final String NO_ZONES = "insufficient resources on NUMA Node";
    private static final String INSUFFICIENT = "Insufficient NUMA ";
    private static final long MILLI_PER_CPU = 1000;
    /** A choice among some hundred CPUs takes as long as as many NUMA nodes. */
    private static final int STEPS_OF_A_CHOICE = 200;

    private final NumaDemand demand;
    private final CpuBinding binding;
    private final NumaNode node;
    private final CpuSelection.Machine machine;
    private final NumaQuantities available;
    /** How many CPUs the bind policy leaves, by NUMA id. */
    private final Map<Integer, Integer> usable;

    NumaAllocator(NumaDemand demand, CpuBinding binding, NumaNode node, NumaArgs args) {
        this.demand = demand;
        this.binding = binding;
        this.node = node;
        CpuSet free = binding.binds() || binding.required() ? node.usage().availableCpus() : CpuSet.EMPTY;
        this.machine = new CpuSelection.Machine(
                node.topology().layout(),
                node.usage().cpus(),
                free,
                1,
                node.facts().prefersMostAllocated(args.prefersMostAllocated()));
        NumaQuantities all = node.usage().available(node.facts().ratios().amplification());
        CpuSet left = binding.required() ? CpuSelection.trimmed(machine.layout(), free, binding.policy()) : free;
        this.available = binding.required() ? trimmed(all, left) : all;
        this.usable = binding.binds() ? byNode(machine.layout(), left) : Map.of();
    }

    /** Free amounts by NUMA node, without CPUs that a required bind policy leaves unusable. */
    NumaQuantities available() {
        return available;
    }

    private static Map<Integer, Integer> byNode(CpuLayout layout, CpuSet cpus) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int cpu : cpus.numbers()) {
            counts.merge(layout.nodeOf(cpu), 1, Integer::sum);
        }
        return Map.copyOf(counts);
    }

    private NumaQuantities trimmed(NumaQuantities all, CpuSet left) {
        SortedMap<Integer, ResourceVector> trimmed = new TreeMap<>();
        all.byNode().forEach((id, amounts) -> {
            SortedMap<String, Long> less = new TreeMap<>(amounts.amounts());
            long cpus = left.intersection(machine.layout().cpusOfNode(id)).size() * MILLI_PER_CPU;
            less.computeIfPresent(ResourceNames.CPU, (name, milli) -> milli == 0 ? milli : Math.min(milli, cpus));
            trimmed.put(id, ResourceVector.of(less));
        });
        return NumaQuantities.of(trimmed);
    }

    /** Whether {@link #allocate} gives the pod all it asks for on the NUMA nodes; its CPUs are counted and not chosen. */
    boolean fits(NumaSet affinity, NumaSearch search) {
        if (available.isEmpty()) {
            return false;
        }
        List<String> missing = new ArrayList<>();
        NumaQuantities quantities = split(affinity, missing);
        if (!missing.isEmpty() || !binding.binds()) {
            return missing.isEmpty();
        }
        int perCore = perCore();
        int given = 0;
        boolean whole = true;
        for (NodeShare share : request(quantities).shares()) {
            int ofNode = Math.min(share.count(), usable.getOrDefault(share.node(), 0));
            given += ofNode;
            whole &= ofNode % perCore == 0;
        }
        boolean enough = given == demand.wholeCpus();
        if ((enough && whole && !quantities.isEmpty()) || !(enough || quantities.isEmpty())) {
            return enough;
        }
        // Part of a core, or CPUs of any NUMA node: only the choice shows it.
        search.step(STEPS_OF_A_CHOICE);
        return allocate(affinity).verdict().fits();
    }

    /** CPUs that are given together. */
    private int perCore() {
        boolean wholeCores = binding.required() && binding.policy().equals(CpuRequest.FULL_PCPUS);
        return wholeCores ? Math.max(1, machine.layout().cpusPerCore()) : 1;
    }

    /** Whether the pod may have CPUs of the NUMA nodes beside the pods that are there. */
    boolean keepsApart(NumaSet nodes) {
        return !demand.isExclusive() || node.usage().keepsApart(nodes);
    }

    /** Whether as many of the NUMA nodes could have as much of a resource together as the pod requests. */
    boolean couldSuffice(String name, NumaSet nodes, int size) {
        return nodes.ids().stream()
                        .map(id -> available.of(id).get(name))
                        .sorted(Comparator.reverseOrder())
                        .limit(size)
                        .reduce(0L, Long::sum)
                >= demand.request().get(name);
    }

    /** CPUs and quantities on the NUMA nodes, or anywhere on the node when they are null. */
    NumaPlacement allocate(@Nullable NumaSet affinity) {
        NumaQuantities quantities = NumaQuantities.NONE;
        if (affinity != null) {
            if (available.isEmpty()) {
                return NumaPlacement.unresolvable(NO_ZONES);
            }
            List<String> missing = new ArrayList<>();
            quantities = split(affinity, missing);
            if (!missing.isEmpty()) {
                return NumaPlacement.refused(FitCode.UNSCHEDULABLE, missing);
            }
        }
        if (!binding.binds()) {
            return NumaPlacement.given(new NumaHolding(CpuSet.EMPTY, "", quantities));
        }
        CpuChoice choice = CpuSelection.choose(machine, request(quantities));
        return choice.cpus() == null
                ? NumaPlacement.refused(FitCode.UNSCHEDULABLE, List.of(choice.problem()))
                : NumaPlacement.given(
                        new NumaHolding(choice.cpus(), demand.wish().exclusive(), quantities));
    }

    private CpuRequest request(NumaQuantities quantities) {
        List<NodeShare> shares = new ArrayList<>();
        quantities
                .byNode()
                .forEach((id, amounts) ->
                        shares.add(new NodeShare(id, (int) (amounts.get(ResourceNames.CPU) / MILLI_PER_CPU))));
        return new CpuRequest(
                demand.wholeCpus(),
                binding.policy(),
                binding.required(),
                demand.wish().exclusive(),
                CpuSet.EMPTY,
                shares);
    }

    /** Even shares, the NUMA node with the least first, so that richer ones make up for it. */
    private NumaQuantities split(NumaSet affinity, List<String> missing) {
        SortedMap<Integer, SortedMap<String, Long>> taken = new TreeMap<>();
        for (String name : demand.request().names()) {
            boolean counted = available.ids().stream().anyMatch(id -> available.has(id, name));
            long rest = demand.request().get(name);
            if (!counted || rest == 0) {
                continue;
            }
            List<Integer> order = affinity.ids().stream()
                    .sorted(Comparator.comparingLong(id -> available.of(id).get(name)))
                    .toList();
            for (int i = 0; i < order.size(); i++) {
                long take = Math.min(available.of(order.get(i)).get(name), share(name, rest, order.size() - i));
                if (take > 0) {
                    taken.computeIfAbsent(order.get(i), id -> new TreeMap<>()).put(name, take);
                    rest -= take;
                }
            }
            if (rest != 0) {
                missing.add(INSUFFICIENT + name);
            }
        }
        SortedMap<Integer, ResourceVector> amounts = new TreeMap<>();
        taken.forEach((id, ofNode) -> amounts.put(id, ResourceVector.of(ofNode)));
        return NumaQuantities.of(amounts);
    }

    private long share(String name, long rest, int nodes) {
        if (!name.equals(ResourceNames.CPU) || !binding.binds()) {
            return rest / nodes;
        }
        long cpus = (rest + MILLI_PER_CPU - 1) / MILLI_PER_CPU;
        int perCore = perCore();
        return cpus / perCore / nodes * perCore * MILLI_PER_CPU;
    }

    /** The request in the units of an amplified node. */
    ResourceVector amplifiedRequest() {
        double ratio = node.cpuRatio();
        if (!binding.binds() || ratio <= 1) {
            return demand.request();
        }
        SortedMap<String, Long> amounts = new TreeMap<>(demand.request().amounts());
        amounts.computeIfPresent(ResourceNames.CPU, (name, milli) -> NumaTopology.amplify(milli, ratio));
        return ResourceVector.of(Map.copyOf(amounts));
    }
}
