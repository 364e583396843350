package io.koordbridge.scheduler.numa;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.cpuselection.CpuChoice;
import io.koordbridge.scheduler.cpuselection.CpuRequest;
import io.koordbridge.scheduler.cpuselection.CpuRequest.NodeShare;
import io.koordbridge.scheduler.cpuselection.CpuSelection;
import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.NumaHolding;
import io.koordbridge.scheduler.topology.NumaQuantities;
import io.koordbridge.scheduler.topology.NumaSet;
import io.koordbridge.scheduler.topology.NumaTopology;
import io.koordbridge.scheduler.view.FitCode;
import java.util.ArrayList;
import java.util.Comparator;
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

    private final NumaDemand demand;
    private final CpuBinding binding;
    private final NumaNode node;
    private final CpuSelection.Machine machine;
    private final NumaQuantities available;

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
        this.available = binding.required() ? trimmed(all, free) : all;
    }

    /** Free amounts by NUMA node, without CPUs that a required bind policy leaves unusable. */
    NumaQuantities available() {
        return available;
    }

    private NumaQuantities trimmed(NumaQuantities all, CpuSet free) {
        CpuSet usable = CpuSelection.trimmed(machine.layout(), free, binding.policy());
        SortedMap<Integer, ResourceVector> trimmed = new TreeMap<>();
        all.byNode().forEach((id, amounts) -> {
            SortedMap<String, Long> less = new TreeMap<>(amounts.amounts());
            long cpus = usable.intersection(machine.layout().cpusOfNode(id)).size() * MILLI_PER_CPU;
            less.computeIfPresent(ResourceNames.CPU, (name, milli) -> milli == 0 ? milli : Math.min(milli, cpus));
            trimmed.put(id, ResourceVector.of(less));
        });
        return NumaQuantities.of(trimmed);
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
        boolean wholeCores = binding.required() && binding.policy().equals(CpuRequest.FULL_PCPUS);
        int perCore = wholeCores ? node.topology().layout().cpusPerCore() : 1;
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
