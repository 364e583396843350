package io.koordbridge.capacity.protection;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether best-effort work is evicted before it takes the memory of online pods on a node. It is reported and holds no capacity back: the
 * kernel ends best-effort work first in any case.
 *
 * @param why in words, empty where it is protected
 */
@PureCore
public record MemoryProtection(State state, String why) {

    private static final String OFF = "off: ";
    private static final long DEFAULT_THRESHOLD = 70;
    private static final long BUFFER = 2;

    /** What is known of it. */
    public enum State {
        /** The agent says that it evicts, the NodeSLO switches that on, and reports come. */
        PROTECTED,
        UNPROTECTED,
        /** The agent does not say whether it evicts. */
        UNKNOWN
    }

    /** Judges a node. */
    public static MemoryProtection of(ProtectionFacts facts, Instant now) {
        ResourceThresholdStrategy thresholds = facts.memory().thresholds();
        if (facts.suppression() == null) {
            return unprotected("no NodeSLO");
        }
        if (thresholds == null || !Boolean.TRUE.equals(thresholds.enable())) {
            return unprotected("enable of resource-threshold-config is not true");
        }
        Optional<String> silence = ProtectionJudge.silence(facts, now);
        if (silence.isPresent()) {
            return unprotected(silence.get());
        }
        String agent = facts.memory().agent();
        if (agent == null) {
            return new MemoryProtection(State.UNKNOWN, "the agent does not say whether it evicts");
        }
        if (!agent.equals(Annotations.ON)) {
            return unprotected("agent: " + (agent.startsWith(OFF) ? agent.substring(OFF.length()) : agent));
        }
        return refused(thresholds)
                .map(MemoryProtection::unprotected)
                .orElseGet(() -> new MemoryProtection(State.PROTECTED, ""));
    }

    /** The agent does not evict by thresholds that contradict each other. */
    private static Optional<String> refused(ResourceThresholdStrategy thresholds) {
        long threshold = orElse(thresholds.memoryEvictThresholdPercent(), DEFAULT_THRESHOLD);
        long lower = orElse(thresholds.memoryEvictLowerPercent(), threshold - BUFFER);
        return threshold < 0 || lower >= threshold
                ? Optional.of("memoryEvictLowerPercent %d is not below memoryEvictThresholdPercent %d"
                        .formatted(lower, threshold))
                : Optional.empty();
    }

    private static long orElse(@Nullable Long value, long other) {
        return Objects.requireNonNullElse(value, other);
    }

    private static MemoryProtection unprotected(String why) {
        return new MemoryProtection(State.UNPROTECTED, why);
    }
}
