package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.PressureStat;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Whose wait for CPU tightens suppression: of pods of class LSE, LSR and LS, by label or by default. */
@PureCore
final class PressureRule {

    private static final Scope ONLINE = Scope.pods(QosClass.LSE, QosClass.LSR, QosClass.LS, QosClass.NONE);
    static final Need<PressureStat> WAITED = Need.knob(Knob.CPU_PRESSURE, ONLINE);
    static final Need<Double> THROTTLED = Need.latest(Metric.POD_THROTTLED, ONLINE);
    static final Need<Double> TIER = Need.latest(Metric.BE_USAGE, Scope.NODE);
    static final Set<Need<?>> NEEDS = Set.of(WAITED, THROTTLED, TIER);

    private static final Set<QosClass> CLASSES = Set.of(QosClass.LSE, QosClass.LSR, QosClass.LS);
    /** A tier that uses less of the node is idle. */
    private static final double BUSY = 0.01;

    private static final long ONE_CPU = 1000;

    private PressureRule() {}

    /** A decision with what is taken off it, and what is remembered. */
    record Outcome(SuppressDecision decision, PressureStep next) {}

    /**
     * Around a decision.
     *
     * @param daemonMilliCpu what the tier keeps for the NodeManagers in it
     */
    static Outcome around(
            SuppressDecision decision,
            SuppressConfig.Pressure config,
            NodeSnapshot snapshot,
            PressureStep before,
            long daemonMilliCpu) {
        Optional<NodeLoad> load = snapshot.load();
        Optional<SuppressSettings> settings = snapshot.slo().suppressNow();
        if (config.percent() == 0 || !decision.limits() || load.isEmpty() || settings.isEmpty()) {
            return new Outcome(decision, PressureStep.NONE);
        }
        long capacity = load.get().capacityMilliCpu();
        OptionalLong minPercent = settings.get().minPercent();
        long floor = Math.max(daemonMilliCpu, minPercent.orElse(0) * capacity / 100);
        long step = config.stepMilliCpu() > 0 ? config.stepMilliCpu() : Math.max(ONE_CPU, capacity / 10);
        PressureStep.Frame frame = new PressureStep.Frame(decision.allowanceMilliCpu(), floor, step, config.percent());
        PressureStep next = snapshot.tick().cause() == Tick.Cause.TIMER
                ? before.next(seen(snapshot, capacity), frame, snapshot.tick().at())
                : before;
        return new Outcome(decision.allowing(next.milliCpu(frame)), next);
    }

    private static PressureStep.Seen seen(NodeSnapshot snapshot, long capacityMilliCpu) {
        Map<String, Long> totals = new HashMap<>();
        Set<String> counting = new HashSet<>();
        boolean any = false;
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (isOnline(pod)) {
                any = true;
                snapshot.readings()
                        .of(WAITED, pod)
                        .map(stat -> stat.some().totalMicros())
                        .filter(total -> total >= 0)
                        .ifPresent(total -> totals.put(pod.uid(), total));
                if (!waitsForItself(snapshot, pod)) {
                    counting.add(pod.uid());
                }
            }
        }
        boolean busy = snapshot.readings()
                .of(TIER)
                .map(milliCpu -> milliCpu > capacityMilliCpu * BUSY)
                .orElse(true);
        return new PressureStep.Seen(totals, counting, any, busy);
    }

    private static boolean isOnline(PodInfo pod) {
        return CLASSES.contains(pod.qos()) && !pod.isBestEffort() && !pod.finished();
    }

    /** It used up its own quota, or has CPUs on which no best-effort work runs: less of that work would not help it. */
    private static boolean waitsForItself(NodeSnapshot snapshot, PodInfo pod) {
        boolean throttled = snapshot.readings()
                .of(THROTTLED, pod)
                .filter(ratio -> ratio > 0)
                .isPresent();
        return throttled || (pod.labelQos() == QosClass.LSE && pod.ownsCpus());
    }
}
