package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a stage may know.
 *
 * @param reached what all capacity of the pass is calculated from
 * @param earlier what the stages before it in the list came to
 */
@PureCore
public record StageFacts(NodeInputs inputs, Attempt<CalculationBasis> reached, List<StageOutcome<?>> earlier) {

    public StageFacts {
        earlier = List.copyOf(earlier);
    }

    /**
     * What all capacity is calculated from.
     *
     * @throws DefectException when it could not be made
     */
    public CalculationBasis basis() {
        return reached.orElse(defect -> {
            throw new DefectException(defect);
        });
    }

    /** The result of an earlier stage. */
    public <T> Optional<T> earlier(String name, Class<T> type) {
        return StageOutcome.result(earlier, name, type);
    }

    /**
     * The result of an earlier stage that decides about this one; empty where it is switched off.
     *
     * @throws DefectException when the earlier stage threw
     */
    public <T> Optional<T> needed(String name, Class<T> type) {
        earlier.stream()
                .filter(outcome -> outcome.name().equals(name))
                .map(StageOutcome::defect)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(defect -> {
                    throw new DefectException(defect);
                });
        return earlier(name, type);
    }

    /** The memory that a stage left in the pass before, null for none. */
    public @Nullable StageMemory memory(String stage) {
        return inputs.before().passes().stages().get(stage);
    }

    /** The last report, null without one. */
    public @Nullable NodeUsage usage() {
        return inputs.report() == null ? null : inputs.report().usage();
    }

    /** Time of the last report, null without one. */
    public @Nullable Instant usageAt() {
        NodeUsage usage = usage();
        return usage == null ? null : usage.updateTime();
    }

    /** The time of the report, which may be ahead of ours. */
    public Instant reportedAt() {
        Instant reported = usageAt();
        return reported == null || reported.isAfter(inputs.now()) ? inputs.now() : reported;
    }
}
