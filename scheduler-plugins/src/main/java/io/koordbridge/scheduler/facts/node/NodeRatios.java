package io.koordbridge.scheduler.facts.node;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * CPU ratios of a node.
 *
 * @param cpuAmplification how many milli-cores of allocatable one physical milli-core stands for; 1 when not amplified
 * @param amplification ratio by resource as the annotation has it
 * @param amplificationUnreadable the annotation is there and cannot be read: nothing that asks for cpu may be placed
 * @param cpuNormalization speed against the base model; published batch capacity already contains it; 1 when unknown
 * @param problems what could not be read, for people
 */
@PureCore
public record NodeRatios(
        double cpuAmplification,
        Map<String, Double> amplification,
        boolean amplificationUnreadable,
        double cpuNormalization,
        List<String> problems) {

    public static final NodeRatios NONE = new NodeRatios(1, Map.of(), false, 1, List.of());

    public NodeRatios {
        amplification = Map.copyOf(amplification);
        problems = List.copyOf(problems);
    }

    /** Whether allocatable cpu counts more than physical cpus. */
    public boolean amplified() {
        return cpuAmplification > 1;
    }

    /** Physical milli-cores in the units of allocatable. */
    public long amplify(long milliCpu) {
        return amplified() && milliCpu != 0 ? (long) Math.ceil(milliCpu * cpuAmplification) : milliCpu;
    }
}
