package io.koordbridge.quickstart.summary;

import java.util.OptionalLong;

/**
 * How long something took, or why that cannot be said.
 *
 * @param millis empty when it was not measured
 * @param reason why not; empty when it was
 */
public record Reaction(OptionalLong millis, String reason) {

    static Reaction of(long millis) {
        return new Reaction(OptionalLong.of(millis), "");
    }

    static Reaction unmeasured(String reason) {
        return new Reaction(OptionalLong.empty(), reason);
    }
}
