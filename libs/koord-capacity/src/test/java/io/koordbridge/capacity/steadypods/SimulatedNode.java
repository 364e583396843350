package io.koordbridge.capacity.steadypods;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A node over time and its two witnesses. The list of pods sees a pod up to one tick late and its end up to two ticks late. The
 * agent reports every third tick what it measured as average of the last three ticks; it knows pods one tick late, may lose the
 * usage of a pod in one report but not in two after another, and what it does not know of a pod it reports as usage of the system,
 * as the real one does. It predicts that a prod pod it knows will use what it uses.
 */
final class SimulatedNode {

    static final int TICK_SECONDS = 10;
    private static final int REPORT_TICKS = 3;
    private static final int AVERAGED_TICKS = 3;
    private static final CpuMemory CAPACITY = CpuMemory.ofMilliAndBytes(64_000, 256L << 30);

    private final boolean agentTellsClass;
    private final List<SimulatedPod> pods = new ArrayList<>();
    private final Set<String> lostInNextReport = new HashSet<>();
    private final Set<String> lostInLastReport = new HashSet<>();
    private CpuMemory systemUsage = CpuMemory.ofMilliAndBytes(2_000, 4L << 30);
    private NodeUsage report;
    private CpuMemory movedUsage = CpuMemory.ZERO;
    private CpuMemory movedByBatch = CpuMemory.ZERO;
    private CpuMemory lastSystemUsage = systemUsage;
    private CpuMemory unnamedUsage = CpuMemory.ZERO;
    private CpuMemory promised = CpuMemory.ZERO;
    private int tick;

    SimulatedNode(boolean agentTellsClass) {
        this.agentTellsClass = agentTellsClass;
        report = measure();
    }

    /** A pod that exists from one tick to another; it uses something from the tick after its binding. */
    private static final class SimulatedPod {

        private final String name;
        private final boolean prod;
        private final CpuMemory requests;
        private final CpuMemory usage;
        private final int bound;
        private final int lag;
        private int ended = Integer.MAX_VALUE;
        private CpuMemory lastUsage = CpuMemory.ZERO;

        SimulatedPod(String name, boolean prod, CpuMemory requests, CpuMemory usage, int bound, int lag) {
            this.name = name;
            this.prod = prod;
            this.requests = requests;
            this.usage = usage;
            this.bound = bound;
            this.lag = lag;
        }

        CpuMemory usageAt(int tick) {
            return tick > bound && tick < ended ? usage : CpuMemory.ZERO;
        }

        boolean knownToAgent(int tick) {
            return tick > bound + 1 && tick <= ended;
        }

        boolean inList(int tick) {
            return tick >= bound + Math.min(lag, 1) && tick < (long) ended + lag;
        }

        CpuMemory average(int tick) {
            CpuMemory sum = CpuMemory.ZERO;
            for (int i = 0; i < AVERAGED_TICKS; i++) {
                sum = sum.plus(usageAt(tick - i));
            }
            return new CpuMemory(sum.nanoCpu() / AVERAGED_TICKS, sum.milliBytes() / AVERAGED_TICKS);
        }

        PodDemand demand() {
            return prod ? DemandFixtures.prod(name, requests) : DemandFixtures.batch(name, requests);
        }
    }

    void start(String name, boolean prod, CpuMemory requests, CpuMemory usage, int lag) {
        pods.add(new SimulatedPod(name, prod, requests, usage, tick, lag));
        promised = prod ? promised.plus(requests) : promised;
    }

    void end(int index) {
        running().stream()
                .skip(index % Math.max(1, running().size()))
                .findFirst()
                .ifPresent(pod -> pod.ended = tick);
    }

    void lose(int index) {
        running().stream()
                .skip(index % Math.max(1, running().size()))
                .findFirst()
                .filter(pod -> !lostInLastReport.contains(pod.name))
                .ifPresent(pod -> lostInNextReport.add(pod.name));
    }

    void systemUses(long milliCpu) {
        systemUsage = CpuMemory.ofMilliAndBytes(milliCpu, systemUsage.bytes());
    }

    void pass() {
        tick++;
        move();
        if (tick % REPORT_TICKS == 0) {
            report = measure();
            lostInLastReport.clear();
            lostInLastReport.addAll(lostInNextReport);
            lostInNextReport.clear();
        }
    }

    private void move() {
        movedUsage = movedUsage.plus(distance(systemUsage, lastSystemUsage));
        lastSystemUsage = systemUsage;
        for (SimulatedPod pod : pods) {
            CpuMemory usage = pod.usageAt(tick);
            CpuMemory moved = distance(usage, pod.lastUsage);
            movedUsage = pod.prod ? movedUsage.plus(moved) : movedUsage;
            movedByBatch = pod.prod ? movedByBatch : movedByBatch.plus(moved);
            pod.lastUsage = usage;
        }
    }

    Instant now() {
        return Instant.EPOCH.plusSeconds(1_000_000L + (long) tick * TICK_SECONDS);
    }

    /** All changes of what the system and each prod pod really used, up or down, from the beginning on. */
    CpuMemory movedUsage() {
        return movedUsage;
    }

    /** All changes of what batch pods really used, up or down, from the beginning on. */
    CpuMemory movedByBatch() {
        return movedByBatch;
    }

    /** Requests of all prod pods that ever were bound. */
    CpuMemory promised() {
        return promised;
    }

    /** What pods really used that the last report does not name. */
    CpuMemory unnamedUsage() {
        return unnamedUsage;
    }

    /** What a manager sees now. */
    NodeSnapshot seen() {
        List<PodDemand> listed = pods.stream()
                .filter(pod -> pod.inList(tick))
                .map(SimulatedPod::demand)
                .toList();
        return DemandFixtures.node(CAPACITY, listed, report);
    }

    private NodeUsage measure() {
        CpuMemory total = systemUsage;
        CpuMemory known = CpuMemory.ZERO;
        CpuMemory notNeeded = CpuMemory.ZERO;
        List<PodUsage> metrics = new ArrayList<>();
        for (SimulatedPod pod : pods) {
            CpuMemory average = pod.average(tick);
            total = total.plus(average);
            if (pod.knownToAgent(tick) && !lostInNextReport.contains(pod.name)) {
                metrics.add(new PodUsage("ns/" + pod.name, average, !pod.prod && agentTellsClass));
                known = known.plus(average);
                notNeeded =
                        pod.prod ? notNeeded.plus(pod.requests.minus(average).atLeastZero()) : notNeeded;
            }
        }
        unnamedUsage = total.minus(known).minus(systemUsage);
        return new NodeUsage(
                now(),
                true,
                total.minus(known).atLeastZero(),
                metrics,
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                total,
                notNeeded);
    }

    private static CpuMemory distance(CpuMemory left, CpuMemory right) {
        return left.minus(right).atLeastZero().plus(right.minus(left).atLeastZero());
    }

    private List<SimulatedPod> running() {
        return pods.stream().filter(pod -> pod.ended == Integer.MAX_VALUE).toList();
    }
}
