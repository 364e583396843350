package io.koordbridge.capacity.protection;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The judgement about a node.
 *
 * @param why in words; they name the last report where its age is the cause; empty where the node is protected or was not judged
 * @param unprotectedSince since when this process has seen the node without protection, null while it has not
 * @param offersNothing whether that has been so for too long
 * @param changesAt when the judgement changes although no fact does
 */
@PureCore
public record NodeProtection(
        State state,
        String why,
        @Nullable Instant unprotectedSince,
        boolean offersNothing,
        Optional<Instant> changesAt) {

    /** Where there are no facts, as in a simulation: nothing is held back. */
    public static final NodeProtection NOT_JUDGED =
            new NodeProtection(State.NOT_JUDGED, "", null, false, Optional.empty());

    /** What is known about the protection of a node. */
    public enum State {
        /** No facts: nothing is held back. */
        NOT_JUDGED(false),
        /** Suppression is on, and an agent that reports follows it. */
        PROTECTED(false),
        /** Without protection, which a setting permits. */
        PERMITTED(false),
        /** The agent has missed two reports: nothing grows. */
        STALE(true),
        /** Without protection: nothing grows, and after a while nothing is offered. */
        UNPROTECTED(true);

        private final boolean growsNot;

        State(boolean growsNot) {
            this.growsNot = growsNot;
        }
    }

    /** Whether the node never shows more than it does already. */
    public boolean growsNot() {
        return state.growsNot;
    }

    /** What happens because of it, with the cause; empty where nothing does. */
    public String sentence() {
        if (!growsNot()) {
            return "";
        }
        if (offersNothing) {
            return why + "; no batch or mid capacity is offered";
        }
        return changesAt
                .map(at -> why + "; batch and mid capacity do not grow, and end at " + at)
                .orElse(why + "; batch and mid capacity do not grow");
    }
}
