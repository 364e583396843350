package io.koordbridge.capacity.damping;

import java.time.Instant;
import java.util.Map;

/**
 * What is published, by resource.
 *
 * @param known as this process published it
 * @param shown as others see it; counts where this process does not know
 */
public record Published(Map<String, AmountState> known, Map<String, Shown> shown) {

    /** Nothing was published yet. */
    public static final Published NOTHING = new Published(Map.of(), Map.of());

    /**
     * One resource as others see it, in the unit of its formula.
     *
     * @param amount what is shown, 0 when absent
     * @param held what is held of it already
     */
    public record Shown(long amount, long held) {

        private static final Shown NOTHING = new Shown(0, 0);
        private static final double FLOAT_ERROR = 1e-6;

        /**
         * The same before it was scaled.
         *
         * @param ratio factor that both were scaled by; takes effect above 1 only
         */
        public Shown before(double ratio) {
            return ratio > 1 ? new Shown(before(amount, ratio), before(held, ratio)) : this;
        }

        private static long before(long scaled, double ratio) {
            return (long) Math.floor(scaled / ratio + FLOAT_ERROR);
        }
    }

    /** After a restart what is shown was published just now; where nothing is shown the first step may be taken. */
    AmountState state(String resource, Instant now) {
        AmountState state = known.get(resource);
        if (state != null) {
            return state;
        }
        long amount = shown(resource).amount();
        return new AmountState(amount, amount > 0 ? now : Instant.EPOCH);
    }

    long held(String resource) {
        return shown(resource).held();
    }

    private Shown shown(String resource) {
        return shown.getOrDefault(resource, Shown.NOTHING);
    }
}
