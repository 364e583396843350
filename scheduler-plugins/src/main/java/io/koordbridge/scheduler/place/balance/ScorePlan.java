package io.koordbridge.scheduler.place.balance;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which scores make up the extender's score. Balance counts once, the others by their weight.
 *
 * @param balance most batch resources left
 * @param fitPlus a strategy for each resource
 * @param scarce resources kept for those who need them
 */
@PureCore
public record ScorePlan(BalanceScorer.Config balance, FitPlus fitPlus, Scarce scarce) {

    /**
     * Section {@code fitPlus}.
     *
     * @param weight 0 leaves it out
     * @param resources rule by resource name
     */
    public record FitPlus(
            @Min(0)
            @Max(100)
            @JsonPropertyDescription("How much this score counts beside balance, which counts 1; 0 leaves it out.")
            long weight,

            @JsonPropertyDescription("Rule by name of the resource.") @Valid
            Map<
                            @Pattern(regexp = WeightedResource.COUNTED, message = WeightedResource.NOT_COUNTED) String,
                            FitPlusScorer.Rule>
                    resources) {

        public static final FitPlus OFF = new FitPlus(0, Map.of());

        public FitPlus {
            resources = Map.copyOf(resources);
        }

        /** What a file says; the default where it says nothing. */
        @JsonCreator
        static FitPlus of(
                @JsonProperty("weight") long weight,
                @JsonProperty("resources") @JsonSetter(contentNulls = Nulls.FAIL) @Nullable
                        Map<String, FitPlusScorer.Rule> resources) {
            return new FitPlus(weight, Objects.requireNonNullElse(resources, Map.of()));
        }
    }

    /**
     * Section {@code scarce}.
     *
     * @param weight 0 leaves it out
     * @param resources names
     */
    public record Scarce(
            @Min(0)
            @Max(100)
            @JsonPropertyDescription("How much this score counts beside balance, which counts 1; 0 leaves it out.")
            long weight,

            @JsonPropertyDescription("Names of resources.")
            List<@Pattern(regexp = WeightedResource.COUNTED, message = WeightedResource.NOT_COUNTED) String>
                    resources) {

        public static final Scarce OFF = new Scarce(0, List.of());

        public Scarce {
            resources = List.copyOf(resources);
        }

        /** What a file says; the default where it says nothing. */
        @JsonCreator
        static Scarce of(
                @JsonProperty("weight") long weight,
                @JsonProperty("resources") @JsonSetter(contentNulls = Nulls.FAIL) @Nullable List<String> resources) {
            return new Scarce(weight, Objects.requireNonNullElse(resources, List.of()));
        }
    }

    /** Weighted sum of scores from 0 to 100, in which balance counts once. */
    public long score(PodShape pod, NodeView node) {
        long sum = BalanceScorer.score(pod, node, balance);
        if (fitPlus.weight() > 0) {
            sum += FitPlusScorer.score(pod, node, fitPlus.resources()) * fitPlus.weight();
        }
        if (scarce.weight() > 0) {
            sum += ScarceResourceScorer.score(pod, node, scarce.resources()) * scarce.weight();
        }
        return sum;
    }
}
