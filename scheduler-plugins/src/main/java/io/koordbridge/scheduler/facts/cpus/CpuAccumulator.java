package io.koordbridge.scheduler.facts.cpus;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * One choice of CPUs out of a set: whole cores first, or one CPU per core, then whatever is left; scheduler specification
 * sections 13.3 and 13.4. CPUs are indexes of the layout.
 */
@PureCore
final class CpuAccumulator {

    private final CpuLayout layout;
    private final CpuSelection.Machine machine;
    private final CpuRequest request;
    private final int count;
    private final boolean[] free;
    private final BitSet taken = new BitSet();
    private final boolean[] exclusiveCores;
    private final boolean[] exclusiveNodes;

    private CpuAccumulator(CpuSelection.Machine machine, CpuRequest request, CpuSet from, int count) {
        this.layout = machine.layout();
        this.machine = machine;
        this.request = request;
        this.count = count;
        this.free = new boolean[layout.cpuCount()];
        this.exclusiveCores = new boolean[layout.cores()];
        this.exclusiveNodes = new boolean[layout.nodes()];
        for (int cpu = 0; cpu < free.length; cpu++) {
            int id = layout.id(cpu);
            free[cpu] = from.contains(id);
            exclusiveCores[layout.core(cpu)] |= machine.held().isExclusive(id, CpuRequest.PCPU_LEVEL);
            exclusiveNodes[layout.node(cpu)] |= machine.held().isExclusive(id, CpuRequest.NUMA_NODE_LEVEL);
        }
    }

    /** The given number of CPUs out of the given ones, or why not. */
    static CpuChoice take(CpuSelection.Machine machine, CpuRequest request, CpuSet from, int count) {
        if (count < 1) {
            return CpuChoice.of(CpuSet.EMPTY);
        }
        if (count > from.size()) {
            return CpuChoice.failed(CpuSelection.NOT_ENOUGH);
        }
        return new CpuAccumulator(machine, request, from, count).choose();
    }

    private CpuChoice choose() {
        boolean done = (takesWholeCores() && byWholeCores()) || (!request.isFull() && bySpreading()) || byAnything();
        return done ? CpuChoice.of(result()) : CpuChoice.failed(CpuSelection.FAILED);
    }

    private boolean takesWholeCores() {
        return request.isFull() || layout.cpusPerCore() == 1;
    }

    private CpuSet result() {
        return CpuSet.ofNumbers(taken.stream().map(layout::id).toArray());
    }

    private int need() {
        return count - taken.cardinality();
    }

    private boolean byWholeCores() {
        if (need() <= layout.cpusPerNode()
                && (takeFrom(wholeCoresOfNodes(true), false) || takeFrom(wholeCoresOfNodes(false), false))) {
            return true;
        }
        List<Group> sockets = wholeCoresOfSockets();
        if (need() <= layout.cpusPerSocket() && takeFrom(sockets, false)) {
            return true;
        }
        sockets.sort(Comparator.comparingInt(Group::size).reversed());
        List<Group> left = new ArrayList<>();
        for (Group socket : sockets) {
            if (need() >= socket.size()) {
                takeAll(socket.cpus(), socket.size());
                if (need() == 0) {
                    return true;
                }
            } else {
                left.add(socket);
            }
        }
        left.sort(Comparator.comparingInt(Group::size));
        left.forEach(this::takeWholeCores);
        return need() == 0;
    }

    /** Core by core, as long as a whole core is needed. */
    private void takeWholeCores(Group group) {
        int perCore = layout.cpusPerCore();
        for (int first = 0; first + perCore <= group.size() && need() >= perCore; first += perCore) {
            for (int cpu : group.cpus().subList(first, first + perCore)) {
                take(cpu);
            }
        }
    }

    private boolean bySpreading() {
        return (need() <= layout.cpusPerNode()
                        && (takeFrom(freeOfNodes(true), true) || takeFrom(freeOfNodes(false), true)))
                || (need() <= layout.cpusPerSocket()
                        && (takeFrom(freeOfSockets(true), true) || takeFrom(freeOfSockets(false), true)));
    }

    private boolean byAnything() {
        for (boolean filter : new boolean[] {true, false}) {
            for (int cpu : spread(allByCore(filter))) {
                if (need() == 0) {
                    return true;
                }
                take(cpu);
            }
        }
        return need() == 0;
    }

    /** What is needed from the first group that has so much. */
    private boolean takeFrom(List<Group> groups, boolean spreads) {
        for (Group group : groups) {
            if (group.size() >= need()) {
                takeAll(spreads ? spread(group.cpus()) : group.cpus(), need());
                return true;
            }
        }
        return false;
    }

    private void takeAll(List<Integer> cpus, int number) {
        cpus.subList(0, number).forEach(this::take);
    }

    private void take(int cpu) {
        free[cpu] = false;
        taken.set(cpu);
        exclusiveCores[layout.core(cpu)] |= request.exclusivePolicy().equals(CpuRequest.PCPU_LEVEL);
        exclusiveNodes[layout.node(cpu)] |= request.exclusivePolicy().equals(CpuRequest.NUMA_NODE_LEVEL);
    }

    /**
     * CPUs of a NUMA node or socket.
     *
     * @param index of the node or socket
     * @param counted how many CPUs it is sorted by
     * @param socketFree free CPUs of its socket
     */
    private record Group(int index, List<Integer> cpus, int counted, int socketFree) {
        int size() {
            return cpus.size();
        }
    }

    private Comparator<Group> order() {
        return strategyOrder(Group::counted)
                .thenComparing(strategyOrder(Group::socketFree))
                .thenComparingInt(Group::index);
    }

    private <T> Comparator<T> strategyOrder(java.util.function.ToIntFunction<T> size) {
        Comparator<T> ascending = Comparator.comparingInt(size);
        return machine.mostAllocated() ? ascending : ascending.reversed();
    }

    private List<Group> wholeCoresOfNodes(boolean filter) {
        IntPredicate usable = cpu -> free[cpu] && !(filter && nodeIsExcluded(cpu));
        int[] ofSocket = countBySocket(usable);
        List<Integer> cores = wholeCores(usable);
        List<Group> groups = new ArrayList<>();
        for (int node = 0; node < layout.nodes(); node++) {
            int one = node;
            List<Integer> cpus = cpusOfCores(cores, core -> layout.nodeOfCore(core) == one, byId(usable));
            groups.add(new Group(node, cpus, cpus.size(), ofSocket[layout.socketOfNode(node)]));
        }
        groups.sort(order());
        return groups;
    }

    private List<Group> wholeCoresOfSockets() {
        IntPredicate usable = cpu -> free[cpu];
        List<Integer> cores = wholeCores(usable);
        List<Group> groups = new ArrayList<>();
        for (int socket = 0; socket < layout.sockets(); socket++) {
            int one = socket;
            List<Integer> cpus = cpusOfCores(cores, core -> layout.socketOfCore(core) == one, byId(usable));
            groups.add(new Group(socket, cpus, cpus.size(), 0));
        }
        groups.sort(order());
        return groups;
    }

    private List<Group> freeOfNodes(boolean filter) {
        IntPredicate usable = cpu -> free[cpu] && !(filter && (nodeIsExcluded(cpu) || coreIsExcluded(cpu)));
        int[] ofSocket = countBySocket(usable);
        List<Group> groups = new ArrayList<>();
        for (int node = 0; node < layout.nodes(); node++) {
            int one = node;
            List<Integer> cpus = sorted(cpu -> usable.test(cpu) && layout.node(cpu) == one);
            groups.add(new Group(
                    node, filter ? firstOfCores(cpus) : cpus, cpus.size(), ofSocket[layout.socketOfNode(node)]));
        }
        groups.sort(order());
        return groups;
    }

    private List<Group> freeOfSockets(boolean filter) {
        IntPredicate usable = cpu -> free[cpu] && !(filter && coreIsExcluded(cpu));
        List<Group> groups = new ArrayList<>();
        for (int socket = 0; socket < layout.sockets(); socket++) {
            int one = socket;
            List<Integer> all = sorted(cpu -> usable.test(cpu) && layout.socket(cpu) == one);
            List<Integer> cpus = filter ? firstOfCores(all) : all;
            groups.add(new Group(socket, cpus, cpus.size(), 0));
        }
        groups.sort(order());
        return groups;
    }

    /** All free CPUs: those near what is taken already first, then by the strategy, the emptiest core of a node last. */
    private List<Integer> allByCore(boolean filter) {
        IntPredicate usable = cpu -> free[cpu] && !(filter && (nodeIsExcluded(cpu) || coreIsExcluded(cpu)));
        int[] takenOfSocket = countBySocket(taken::get);
        int[] ofSocket = countBySocket(usable);
        int[] ofNode = new int[layout.nodes()];
        int[] ofCore = new int[layout.cores()];
        for (int cpu = 0; cpu < free.length; cpu++) {
            int one = usable.test(cpu) ? 1 : 0;
            ofNode[layout.node(cpu)] += one;
            ofCore[layout.core(cpu)] += one;
        }
        int[] refs = refCountOfCores(usable);
        List<Integer> cores = new ArrayList<>();
        for (int core = 0; core < ofCore.length; core++) {
            if (ofCore[core] > 0) {
                cores.add(core);
            }
        }
        cores.sort(Comparator.<Integer>comparingInt(core -> -takenOfSocket[layout.socketOfCore(core)])
                .thenComparing(strategyOrder(core -> ofSocket[layout.socketOfCore(core)]))
                .thenComparing(strategyOrder(core -> ofNode[layout.nodeOfCore(core)]))
                .thenComparingInt(core -> ofCore[core])
                .thenComparingInt(layout::socketOfCore)
                .thenComparingInt(core -> refs[core])
                .thenComparingInt(core -> core));
        return cpusOfCores(cores, core -> true, sorted(usable));
    }

    /** Cores whose CPUs are all usable, least shared first. */
    private List<Integer> wholeCores(IntPredicate usable) {
        int[] ofCore = new int[layout.cores()];
        for (int cpu = 0; cpu < free.length; cpu++) {
            ofCore[layout.core(cpu)] += usable.test(cpu) ? 1 : 0;
        }
        int[] refs = refCountOfCores(usable);
        List<Integer> whole = new ArrayList<>();
        for (int core = 0; core < ofCore.length; core++) {
            if (ofCore[core] == layout.cpusPerCore()) {
                whole.add(core);
            }
        }
        whole.sort(Comparator.<Integer>comparingInt(core -> refs[core]).thenComparingInt(core -> core));
        return whole;
    }

    private List<Integer> cpusOfCores(List<Integer> cores, IntPredicate wanted, List<Integer> usable) {
        List<List<Integer>> byCore = new ArrayList<>();
        for (int core = 0; core < layout.cores(); core++) {
            byCore.add(new ArrayList<>(layout.cpusPerCore()));
        }
        usable.forEach(cpu -> byCore.get(layout.core(cpu)).add(cpu));
        List<Integer> cpus = new ArrayList<>();
        cores.stream().filter(wanted::test).forEach(core -> cpus.addAll(byCore.get(core)));
        return cpus;
    }

    private List<Integer> byId(IntPredicate wanted) {
        List<Integer> cpus = new ArrayList<>();
        for (int cpu = 0; cpu < free.length; cpu++) {
            if (wanted.test(cpu)) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }

    /** By id; where CPUs are shared, the least shared first. */
    private List<Integer> sorted(IntPredicate wanted) {
        List<Integer> cpus = byId(wanted);
        if (machine.maxRefCount() > 1) {
            cpus.sort(Comparator.comparingInt(this::refCount));
        }
        return cpus;
    }

    private List<Integer> firstOfCores(List<Integer> cpus) {
        boolean[] seen = new boolean[layout.cores()];
        List<Integer> first = new ArrayList<>();
        for (int cpu : cpus) {
            if (!seen[layout.core(cpu)]) {
                seen[layout.core(cpu)] = true;
                first.add(cpu);
            }
        }
        return first;
    }

    /** One CPU of each core, then the next one of each, and so on. */
    private List<Integer> spread(List<Integer> cpus) {
        if (cpus.size() <= layout.cpusPerCore()) {
            return cpus;
        }
        List<Integer> rest = cpus;
        List<Integer> spread = new ArrayList<>();
        while (!rest.isEmpty()) {
            List<Integer> pass = firstOfCores(rest);
            spread.addAll(pass);
            List<Integer> later = new ArrayList<>(rest);
            later.removeAll(new java.util.HashSet<>(pass));
            rest = later;
        }
        return spread;
    }

    private int[] countBySocket(IntPredicate counted) {
        int[] counts = new int[layout.sockets()];
        for (int cpu = 0; cpu < free.length; cpu++) {
            counts[layout.socket(cpu)] += counted.test(cpu) ? 1 : 0;
        }
        return counts;
    }

    private int[] refCountOfCores(IntPredicate counted) {
        int[] refs = new int[layout.cores()];
        if (machine.maxRefCount() > 1) {
            for (int cpu = 0; cpu < free.length; cpu++) {
                refs[layout.core(cpu)] += counted.test(cpu) ? refCount(cpu) : 0;
            }
        }
        return refs;
    }

    private int refCount(int cpu) {
        return machine.held().refCount(layout.id(cpu));
    }

    private boolean coreIsExcluded(int cpu) {
        return request.exclusivePolicy().equals(CpuRequest.PCPU_LEVEL) && exclusiveCores[layout.core(cpu)];
    }

    private boolean nodeIsExcluded(int cpu) {
        return request.exclusivePolicy().equals(CpuRequest.NUMA_NODE_LEVEL) && exclusiveNodes[layout.node(cpu)];
    }
}
