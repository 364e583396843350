package io.koordbridge.sloconfig.estimate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * How much online work of a node is expected to use.
 *
 * @param forecast whether it is no less than the time of day lets expect
 */
@PureCore
public record EstimateStrategy(Rule cpu, Rule memory, boolean forecast) {

    private static final long DEFAULT_WINDOW_SECONDS = 900;
    private static final String CPU_RISK = "riskPercent";
    private static final String MEMORY_RISK = "memoryRiskPercent";
    private static final Rule MEAN = new Fixed(EstimateLevel.MEAN, Duration.ofSeconds(DEFAULT_WINDOW_SECONDS));

    /** The reference's rule: the mean that a report carries. */
    public static final EstimateStrategy DEFAULT = new EstimateStrategy(MEAN, MEAN, false);

    /** How the estimate of one resource comes about. */
    public sealed interface Rule permits Fixed, ByRisk {}

    /**
     * A level over a window.
     *
     * @param window as configured; the nearest one that a node reports is taken
     */
    public record Fixed(EstimateLevel level, Duration window) implements Rule {}

    /**
     * Chosen for each node from its own history.
     *
     * @param percent share of time in which batch work may be short
     */
    public record ByRisk(double percent) implements Rule {}

    /** The part of a merged strategy whose values are in range. */
    public static EstimateStrategy of(ObjectNode tree) {
        return new EstimateStrategy(
                rule(tree, CPU_RISK, "cpuUsageEstimate"),
                rule(tree, MEMORY_RISK, "memoryUsageEstimate"),
                tree.path("forecast").asBoolean(false));
    }

    /** Whether nothing but the mean counts. */
    public boolean onlyMean() {
        return !forecast && mean(cpu) && mean(memory);
    }

    private static boolean mean(Rule rule) {
        return rule instanceof Fixed fixed && fixed.level() == EstimateLevel.MEAN;
    }

    private static Rule rule(ObjectNode tree, String risk, String level) {
        JsonNode percent = tree.get(risk);
        if (percent != null) {
            return new ByRisk(percent.doubleValue());
        }
        return new Fixed(
                EstimateLevel.of(tree.path(level).asText()),
                Duration.ofSeconds(tree.path(level + "WindowSeconds").asLong(DEFAULT_WINDOW_SECONDS)));
    }
}
