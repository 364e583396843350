package io.koordbridge.sloconfig.estimate;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.List;

/** Which value of the usage over a window stands for what online work uses; from the smallest to the largest. */
@PureCore
public enum EstimateLevel {
    /** The mean that a report carries, whatever the window: the reference's rule. */
    MEAN("mean"),
    P90("p90"),
    P95("p95"),
    P99("p99"),
    MAX("max");

    /** The texts of all levels, in their order. */
    public static final List<String> WIRE_NAMES =
            Arrays.stream(values()).map(EstimateLevel::wireName).toList();

    private final String wireName;

    EstimateLevel(String wireName) {
        this.wireName = wireName;
    }

    /** The text in a strategy. */
    public String wireName() {
        return wireName;
    }

    /** The level of a text that is in range; any other is the mean. */
    public static EstimateLevel of(String text) {
        return Arrays.stream(values())
                .filter(level -> level.wireName.equals(text))
                .findFirst()
                .orElse(MEAN);
    }
}
