package io.koordbridge.capacity.steadypods;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.steadypods.PodMemory.Measured;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Makes the two sources of a node agree. The list of pods and the report never change at the same moment, so a pod that starts or
 * ends is for a while in one of them only. For one window such a pod is counted as it was: a pod that left the list keeps its
 * class while its usage is still reported; a pod that left the report keeps its last usage; a pod that just started counts what
 * is measured of it, not its requests.
 *
 * <p>Agents measure the node and subtract the pods they know, so what a report does not name is in its usage of the system. The
 * system's own usage is then somewhere between what is reported and that less what the unnamed pods may use; of this range the
 * value next to the last one is taken. So nothing moves unless it must, and what was reported throughout a whole window counts
 * whatever may explain it. In the same way the prediction for prod pods lies between what is reported and that with
 * what the pods that left the report leave unused of their requests; of this range the value next to the last one and what the pods
 * leave unused that came into the report.
 */
@PureCore
final class PodSteadiness {

    private PodSteadiness() {}

    /** A node whose two sources agree, and what that took. */
    record Steady(NodeSnapshot node, Steadied steadied) {}

    static Steady steady(NodeSnapshot node, NodeUsage report, PodMemory before, PodTally.Rule rule, Instant now) {
        PodTally tally = new PodTally(before, rule, now);
        tally.count(node.pods(), report.pods());
        List<Measured> measured = measured(before.measured(), report.system(), rule.window(), now);
        CpuMemory reported = report.system();
        CpuMemory last = before.system() == null ? reported : before.system();
        CpuMemory least = reported.minus(tally.unnamed).atLeastZero();
        CpuMemory system = last.max(least).min(reported).max(throughout(measured, rule.window(), now));
        CpuMemory predicted = report.prodReclaimable();
        CpuMemory lastReclaimable = before.reclaimable() == null ? predicted : before.reclaimable();
        CpuMemory reclaimable =
                lastReclaimable.plus(tally.newlyReclaimed).max(predicted).min(predicted.plus(tally.mayReclaim));
        Instant first = reported.equals(system) ? null : end(measured, rule.window());
        return new Steady(
                node.with(tally.pods, report.with(system, reclaimable, tally.usages)),
                new Steadied(
                        new PodMemory(system, reclaimable, measured, tally.remembered),
                        tally.effects(reported.minus(system), reclaimable.minus(predicted)),
                        Stream.of(tally.firstEnd, first)
                                .filter(Objects::nonNull)
                                .min(Instant::compareTo)));
    }

    /** The reports that held at some time of the window. */
    private static List<Measured> measured(List<Measured> before, CpuMemory system, Duration window, Instant now) {
        List<Measured> measured = new ArrayList<>();
        Instant begin = now.minus(window);
        for (int i = 0; i < before.size(); i++) {
            boolean replaced =
                    i + 1 < before.size() && !before.get(i + 1).from().isAfter(begin);
            if (!replaced && !before.get(i).from().isAfter(now)) {
                measured.add(before.get(i));
            }
        }
        boolean same = !measured.isEmpty()
                && measured.get(measured.size() - 1).system().equals(system);
        if (!same) {
            measured.add(new Measured(now, system));
        }
        return measured;
    }

    /** The least that was reported in the window; nothing before a whole window was seen. */
    private static CpuMemory throughout(List<Measured> measured, Duration window, Instant now) {
        boolean whole = !measured.get(0).from().isAfter(now.minus(window));
        return whole
                ? measured.stream().map(Measured::system).reduce(CpuMemory::min).orElse(CpuMemory.ZERO)
                : CpuMemory.ZERO;
    }

    /** When the oldest report leaves the window. */
    private static Instant end(List<Measured> measured, Duration window) {
        return measured.get(measured.size() > 1 ? 1 : 0).from().plus(window);
    }
}
