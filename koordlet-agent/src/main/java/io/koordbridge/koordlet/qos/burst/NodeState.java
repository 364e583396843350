package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** How busy the CPUs are that the pods without CPUs of their own share. */
@PureCore
public enum NodeState {
    IDLE,
    COOLING,
    OVERLOAD,
    UNKNOWN;

    private static final double MILLI = 1_000;
    private static final double PERCENT = 100;
    private static final int ROUNDS = 5;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final double COOLING_SHARE = 0.9;

    /** Length of the window of a round of this length. */
    public static Duration window(Duration round) {
        Duration five = round.multipliedBy(ROUNDS);
        return five.compareTo(LONGEST) < 0 ? five : LONGEST;
    }

    /**
     * The state by means of one window.
     *
     * @param nodeCores empty without a sample
     * @param podCores by pod; empty without a sample
     * @param processors 0 while unknown
     */
    public static NodeState of(
            Optional<Double> nodeCores,
            List<PodInfo> pods,
            Function<PodInfo, Optional<Double>> podCores,
            int processors,
            long thresholdPercent) {
        if (nodeCores.isEmpty() || processors == 0) {
            return UNKNOWN;
        }
        double used = nodeCores.get();
        double shared = processors;
        for (PodInfo pod : pods) {
            boolean exclusive = pod.labelQos() == QosClass.LSE || pod.labelQos() == QosClass.LSR;
            if (exclusive) {
                shared -= pod.requests().milliCpu() / MILLI;
            }
            if (exclusive || pod.labelQos() == QosClass.BE) {
                used -= podCores.apply(pod).orElse(0.0);
            }
        }
        double ratio = shared <= 0 ? 1 : used / shared;
        double threshold = thresholdPercent / PERCENT;
        if (ratio >= threshold) {
            return OVERLOAD;
        }
        return ratio >= threshold * COOLING_SHARE ? COOLING : IDLE;
    }

    /** In state and messages. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
