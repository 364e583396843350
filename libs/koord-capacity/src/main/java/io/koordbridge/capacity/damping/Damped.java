package io.koordbridge.capacity.damping;

import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Capacity to publish.
 *
 * @param allotment what is published, with the terms of the calculation
 * @param amounts what damping did, by resource; empty when it is off
 * @param after what the next pass needs, by resource, once this one was written
 */
public record Damped<T>(T allotment, Map<String, DampedAmount> amounts, Map<String, AmountState> after) {

    /** What was calculated, as it is. */
    public static <T> Damped<T> undamped(T allotment) {
        return kept(allotment, Map.of());
    }

    /** What stays published because nothing could be calculated, with what the last pass left. */
    public static <T> Damped<T> kept(T allotment, Map<String, AmountState> before) {
        return new Damped<>(allotment, Map.of(), before);
    }

    /** What was damped. */
    public static <T> Damped<T> of(T allotment, Map<String, DampedAmount> amounts) {
        return new Damped<>(allotment, amounts, states(amounts, false));
    }

    /** The same damping of another allotment. */
    public Damped<T> with(T other) {
        return new Damped<>(other, amounts, after);
    }

    /**
     * What the next pass needs to know.
     *
     * @param growsNot whether nothing of this may grow; an amount that would have is not known then
     */
    public Map<String, AmountState> after(boolean growsNot) {
        return growsNot ? states(amounts, true) : after;
    }

    /** Whether damping decided about changes and one of the amounts changes. */
    public boolean changes(@Nullable Rules rules) {
        return rules != null
                && rules.decideAboutChanges()
                && amounts.values().stream().anyMatch(DampedAmount::changes);
    }

    /** When the outcome changes although no input does. */
    public Optional<Instant> askAgainAt() {
        return amounts.values().stream()
                .map(DampedAmount::dueAt)
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }

    private static Map<String, AmountState> states(Map<String, DampedAmount> amounts, boolean withoutGrowth) {
        Map<String, AmountState> states = new TreeMap<>();
        amounts.forEach((resource, amount) -> {
            if (!(withoutGrowth && amount.grows())) {
                states.put(resource, amount.after());
            }
        });
        return states;
    }
}
