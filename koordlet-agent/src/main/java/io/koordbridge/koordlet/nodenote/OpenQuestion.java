package io.koordbridge.koordlet.nodenote;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the plugin is asked for a question at the Node: at once, but once in {@link #PACE} whatever the Node asks, and a few times for the same
 * question when it gives no answer.
 *
 * @param text that it was asked for last, null before the first
 * @param attempts for this text
 * @param at when, null before the first
 */
@PureCore
record OpenQuestion(
        @Nullable String text, int attempts, @Nullable Instant at) {

    static final OpenQuestion NONE = new OpenQuestion(null, 0, null);
    static final Duration PACE = Duration.ofSeconds(1);
    static final int MOST_ATTEMPTS = 3;

    /**
     * Whether to ask now.
     *
     * @param question of the Node, null for none
     * @param answered the last one that was answered, null for none
     */
    boolean isDue(@Nullable String question, @Nullable String answered, Instant now) {
        if (question == null || question.equals(answered)) {
            return false;
        }
        boolean tired = question.equals(text) && attempts >= MOST_ATTEMPTS;
        return !tired && (at == null || !now.isBefore(at.plus(PACE)));
    }

    /** After one attempt. */
    OpenQuestion asked(String question, Instant now) {
        return new OpenQuestion(question, question.equals(text) ? attempts + 1 : 1, now);
    }
}
