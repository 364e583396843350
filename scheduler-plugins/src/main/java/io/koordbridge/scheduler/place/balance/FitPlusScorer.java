package io.koordbridge.scheduler.place.balance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.validation.OneOf;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A strategy of its own for each resource; only resources that the pod requests count. Scheduler specification section 19,
 * NodeResourcesFitPlus.
 */
@PureCore
public final class FitPlusScorer {

    private FitPlusScorer() {}

    /**
     * How a resource counts.
     *
     * @param type LeastAllocated or MostAllocated; anything else, which no file may say, scores 0 and still counts in the average
     * @param weight from 1 to 100
     */
    public record Rule(
            @NotEmpty
            @OneOf({"LeastAllocated", "MostAllocated"})
            @JsonPropertyDescription("Which nodes are preferred.")
            @Nullable
            String type,

            @Min(1) @Max(100) @JsonProperty(required = true) @JsonPropertyDescription("How much the resource counts.")
            long weight) {

        long score(long requested, long allocatable) {
            return BalanceStrategy.ofName(Objects.requireNonNullElse(type, ""))
                    .filter(strategy -> allocatable > 0)
                    .map(strategy -> strategy.score(requested, allocatable))
                    .orElse(0L);
        }
    }

    /** Score from 0 to 100; 100 when the pod requests none of the resources. */
    public static long score(PodShape pod, NodeView node, Map<String, Rule> rules) {
        long sum = 0;
        long weights = 0;
        for (Map.Entry<String, Rule> entry : new TreeMap<>(rules).entrySet()) {
            String name = entry.getKey();
            if (pod.request().get(name) > 0) {
                long used = node.used(name) + pod.sequentialRequest().get(name);
                sum += entry.getValue().score(used, node.allocatable().get(name))
                        * entry.getValue().weight();
                weights += entry.getValue().weight();
            }
        }
        return weights == 0 ? BalanceStrategy.MAX_SCORE : sum / weights;
    }
}
