package io.koordbridge.scheduler.place.balance;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import jakarta.validation.Valid;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Weighted average over resources of the free (or used) share that the node would have with the pod on it. Scheduler
 * specification sections 14.1 and 19.
 */
@PureCore
public final class BalanceScorer {

    private BalanceScorer() {}

    /**
     * How to score.
     *
     * @param type which nodes are preferred
     * @param resources what counts, with weights
     */
    public record Config(
            @JsonPropertyDescription("Which nodes are preferred: LeastAllocated or MostAllocated.")
            BalanceStrategy type,

            @Valid @JsonPropertyDescription("What counts.") List<WeightedResource> resources) {

        /** Only batch resources count: native ones are scored by the stock scheduler. */
        private static final List<WeightedResource> BATCH = List.of(
                new WeightedResource(ResourceNames.BATCH_CPU, 1), new WeightedResource(ResourceNames.BATCH_MEMORY, 1));

        public static final Config DEFAULT = new Config(BalanceStrategy.LEAST_ALLOCATED, BATCH);

        public Config {
            resources = List.copyOf(resources);
        }

        /** What a file says; the default where it says nothing. */
        @JsonCreator
        static Config of(
                @JsonProperty("type") @Nullable BalanceStrategy type,
                @JsonProperty("resources") @JsonSetter(contentNulls = Nulls.FAIL) @Nullable
                        List<WeightedResource> resources) {
            return new Config(
                    Objects.requireNonNullElse(type, BalanceStrategy.LEAST_ALLOCATED),
                    Objects.requireNonNullElse(resources, BATCH));
        }
    }

    /**
     * Score from 0 to 100. Left out are resources that the node does not have, and scalar ones that the pod does not ask for;
     * 0 when none is left.
     */
    public static long score(PodShape pod, NodeView node, Config config) {
        long sum = 0;
        long weights = 0;
        for (WeightedResource resource : config.resources()) {
            String name = resource.name();
            long need = requestOf(pod, name);
            long allocatable = node.allocatable().get(name);
            if (allocatable > 0 && !(ResourceVector.isScalar(name) && need == 0)) {
                long used = saturatedSum(node.used(name), need);
                sum += config.type().score(used, allocatable) * resource.weight();
                weights += resource.weight();
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }

    private static long saturatedSum(long used, long need) {
        long sum = used + need;
        return sum < 0 && used >= 0 && need >= 0 ? Long.MAX_VALUE : sum;
    }

    private static long requestOf(PodShape pod, String name) {
        return ResourceVector.isNative(name)
                ? pod.nonZeroRequest().get(name)
                : pod.request().get(name);
    }
}
