package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.balance.BalanceScorer;
import io.koordbridge.scheduler.place.balance.WeightedResource;

/** Weighted average over resources; scheduler specification section 14.1. */
@PureCore
final class NumaScore {

    private NumaScore() {}

    /** Score from 0 to 100 of the allocatable amounts, with the pod beside the requests. */
    static long score(
            ResourceVector pod, ResourceVector requested, ResourceVector allocatable, BalanceScorer.Config config) {
        long sum = 0;
        long weights = 0;
        for (WeightedResource resource : config.resources()) {
            String name = resource.name();
            long total = allocatable.get(name);
            boolean counts = !ResourceVector.isScalar(name) || pod.get(name) > 0;
            if (total > 0 && counts) {
                sum += config.type().score(requested.get(name) + pod.get(name), total) * resource.weight();
                weights += resource.weight();
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }
}
