package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.node.NodeRatios;

/**
 * Fit of a cpu request on a node whose allocatable is amplified: exclusive cpus are physical, so they count with the ratio.
 * Scheduler specification section 10.
 */
@PureCore
public final class AmplifiedCpuFit {

    private static final long MILLI_PER_CPU = 1000;

    private AmplifiedCpuFit() {}

    /**
     * The question.
     *
     * @param requestMilli what the pod asks for
     * @param bindsCpus whether it gets exclusive cpus here
     * @param allocatableMilli amplified allocatable of the node
     * @param requestedMilli raw sum of the requests on the node
     * @param exclusiveCpus distinct cpus that pods on the node hold exclusively
     */
    public record Question(
            long requestMilli, boolean bindsCpus, long allocatableMilli, long requestedMilli, int exclusiveCpus) {}

    /** Whether the request fits; always true on a node that is not amplified. */
    public static boolean fits(Question question, NodeRatios ratios) {
        if (question.requestMilli() == 0 || !ratios.amplified()) {
            return true;
        }
        long need = question.bindsCpus() ? ratios.amplify(question.requestMilli()) : question.requestMilli();
        return need <= question.allocatableMilli() - used(question.requestedMilli(), question.exclusiveCpus(), ratios);
    }

    /** Milli-cores taken on the node in the units of its allocatable. */
    public static long used(long requestedMilli, int exclusiveCpus, NodeRatios ratios) {
        long exclusiveMilli = exclusiveCpus * MILLI_PER_CPU;
        return exclusiveMilli > 0 && requestedMilli >= exclusiveMilli
                ? requestedMilli - exclusiveMilli + ratios.amplify(exclusiveMilli)
                : requestedMilli;
    }
}
