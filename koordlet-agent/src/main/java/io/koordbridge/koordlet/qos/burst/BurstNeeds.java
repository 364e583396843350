package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.time.Duration;
import java.util.Set;

/** What CPU burst reads at each tick. */
@PureCore
final class BurstNeeds {

    private static final Duration WINDOW = NodeState.window(Duration.ofSeconds(1));

    private static final Scope CONTAINERS = Scope.containers(QosClass.LS, QosClass.SYSTEM, QosClass.NONE);
    private static final Scope PODS = Scope.pods(QosClass.LS, QosClass.SYSTEM, QosClass.NONE);

    static final Need<Long> QUOTA = Need.knob(Knob.CPU_CFS_QUOTA, CONTAINERS);
    static final Need<Long> PERIOD = Need.knob(Knob.CPU_CFS_PERIOD, CONTAINERS);
    static final Need<Long> BURST = Need.knob(Knob.CPU_CFS_BURST, CONTAINERS);
    static final Need<Long> POD_QUOTA = Need.knob(Knob.CPU_CFS_QUOTA, PODS);
    static final Need<Long> POD_BURST = Need.knob(Knob.CPU_CFS_BURST, PODS);
    static final Need<Double> USAGE = Need.latest(Metric.CONTAINER_CPU, CONTAINERS);
    static final Need<Double> THROTTLED = Need.latest(Metric.CONTAINER_THROTTLED, CONTAINERS);
    static final Need<Double> NODE_CORES = Need.mean(Metric.NODE_CPU, WINDOW, Scope.NODE);
    static final Need<Double> POD_CORES =
            Need.mean(Metric.POD_CPU, WINDOW, Scope.pods(QosClass.LSE, QosClass.LSR, QosClass.BE));

    static final Set<Need<?>> ALL =
            Set.of(QUOTA, PERIOD, BURST, POD_QUOTA, POD_BURST, USAGE, THROTTLED, NODE_CORES, POD_CORES);

    private BurstNeeds() {}
}
