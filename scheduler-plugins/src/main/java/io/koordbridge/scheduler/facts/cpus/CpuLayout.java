package io.koordbridge.scheduler.facts.cpus;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Logical CPUs of a machine with their cores, NUMA nodes and sockets; scheduler specification section 6.1. CPUs have an index in
 * the order of their ids; cores, nodes and sockets have one in the order of their own numbers.
 */
@PureCore
public final class CpuLayout {

    public static final CpuLayout EMPTY = new CpuLayout(List.of());

    private final int[] ids;
    private final int[] cores;
    private final int[] nodes;
    private final int[] sockets;
    private final int[] nodeIds;
    private final int[] socketOfNode;
    private final int[] socketOfCore;
    private final int[] nodeOfCore;
    private final int coreCount;
    private final int nodeCount;
    private final int socketCount;
    private final int distinctSockets;

    private CpuLayout(Collection<LogicalCpu> detail) {
        SortedMap<Integer, LogicalCpu> byId = new TreeMap<>();
        Set<Long> coreKeys = new HashSet<>();
        Set<List<Integer>> nodeKeys = new HashSet<>();
        Set<Integer> socketKeys = new HashSet<>();
        for (LogicalCpu cpu : detail) {
            byId.put(cpu.id(), cpu);
            coreKeys.add(cpu.coreKey());
            nodeKeys.add(List.of(cpu.socket(), cpu.node()));
            socketKeys.add(cpu.socket());
        }
        // Entries that a later one of the same CPU replaced still count, as in the reference.
        this.coreCount = coreKeys.size();
        this.nodeCount = nodeKeys.size();
        this.distinctSockets = socketKeys.size();

        List<LogicalCpu> cpus = List.copyOf(byId.values());
        List<Long> coreOrder = sorted(cpus.stream().map(LogicalCpu::coreKey).toList());
        List<Integer> nodeOrder = sorted(cpus.stream().map(LogicalCpu::node).toList());
        List<Integer> socketOrder = sorted(cpus.stream().map(LogicalCpu::socket).toList());
        this.socketCount = socketOrder.size();
        this.ids = new int[cpus.size()];
        this.cores = new int[cpus.size()];
        this.nodes = new int[cpus.size()];
        this.sockets = new int[cpus.size()];
        this.nodeIds = nodeOrder.stream().mapToInt(Integer::intValue).toArray();
        this.socketOfNode = new int[nodeOrder.size()];
        this.socketOfCore = new int[coreOrder.size()];
        this.nodeOfCore = new int[coreOrder.size()];
        for (int cpu = ids.length - 1; cpu >= 0; cpu--) {
            LogicalCpu one = cpus.get(cpu);
            ids[cpu] = one.id();
            cores[cpu] = coreOrder.indexOf(one.coreKey());
            nodes[cpu] = nodeOrder.indexOf(one.node());
            sockets[cpu] = socketOrder.indexOf(one.socket());
            socketOfNode[nodes[cpu]] = sockets[cpu];
            socketOfCore[cores[cpu]] = sockets[cpu];
            nodeOfCore[cores[cpu]] = nodes[cpu];
        }
    }

    private static <T extends Comparable<T>> List<T> sorted(List<T> keys) {
        return List.copyOf(new TreeSet<>(keys));
    }

    /** The layout of these CPUs; a later entry of the same id replaces an earlier one. */
    public static CpuLayout of(Collection<LogicalCpu> detail) {
        return detail.isEmpty() ? EMPTY : new CpuLayout(detail);
    }

    /** Whether CPUs can be chosen from it. */
    public boolean isValid() {
        return ids.length > 0;
    }

    /** Number of logical CPUs. */
    public int cpuCount() {
        return ids.length;
    }

    /** Number of physical cores. */
    public int coreCount() {
        return coreCount;
    }

    /** Number of NUMA nodes, counted per socket. */
    public int nodeCount() {
        return nodeCount;
    }

    /** Number of sockets. */
    public int socketCount() {
        return distinctSockets;
    }

    /** Logical CPUs of a core on average, rounded down. */
    public int cpusPerCore() {
        return coreCount == 0 ? 0 : ids.length / coreCount;
    }

    /** Logical CPUs of a NUMA node on average, rounded down. */
    public int cpusPerNode() {
        return nodeCount == 0 ? 0 : ids.length / nodeCount;
    }

    /** Logical CPUs of a socket on average, rounded down. */
    public int cpusPerSocket() {
        return distinctSockets == 0 ? 0 : ids.length / distinctSockets;
    }

    /** All logical CPUs. */
    public CpuSet cpus() {
        return CpuSet.ofNumbers(ids);
    }

    /** The logical CPUs of one NUMA node. */
    public CpuSet cpusOfNode(int node) {
        int[] found = new int[ids.length];
        int size = 0;
        for (int cpu = 0; cpu < ids.length; cpu++) {
            if (nodeIds[nodes[cpu]] == node) {
                found[size++] = ids[cpu];
            }
        }
        return CpuSet.ofNumbers(java.util.Arrays.copyOf(found, size));
    }

    /** The NUMA node of a logical CPU, -1 when there is no such CPU. */
    public int nodeOf(int id) {
        int cpu = indexOf(id);
        return cpu < 0 ? -1 : nodeIds[nodes[cpu]];
    }

    /** How many cores the CPUs belong to. */
    public int coresOf(CpuSet set) {
        boolean[] seen = new boolean[socketOfCore.length];
        int count = 0;
        for (int cpu = 0; cpu < ids.length; cpu++) {
            if (set.contains(ids[cpu]) && !seen[cores[cpu]]) {
                seen[cores[cpu]] = true;
                count++;
            }
        }
        return count;
    }

    int indexOf(int id) {
        int found = java.util.Arrays.binarySearch(ids, id);
        return Math.max(found, -1);
    }

    int id(int cpu) {
        return ids[cpu];
    }

    int core(int cpu) {
        return cores[cpu];
    }

    int node(int cpu) {
        return nodes[cpu];
    }

    int socket(int cpu) {
        return sockets[cpu];
    }

    int socketOfNode(int node) {
        return socketOfNode[node];
    }

    int socketOfCore(int core) {
        return socketOfCore[core];
    }

    int nodeOfCore(int core) {
        return nodeOfCore[core];
    }

    /** How many different cores the CPUs name; an index of a core is below. */
    int cores() {
        return socketOfCore.length;
    }

    /** How many different NUMA nodes the CPUs name; an index of a node is below. */
    int nodes() {
        return nodeIds.length;
    }

    /** How many different sockets the CPUs name; an index of a socket is below. */
    int sockets() {
        return socketCount;
    }
}
