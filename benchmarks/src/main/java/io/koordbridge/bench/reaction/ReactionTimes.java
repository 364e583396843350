package io.koordbridge.bench.reaction;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads from what was seen how long a change of the load took to get to each stage. */
final class ReactionTimes {

    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Sighting> all;

    /** By sightings in the order of time. */
    ReactionTimes(List<Sighting> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Seconds from a change of the load until each stage showed less; a stage that never did is left out.
     *
     * @param until where counting ends
     */
    Map<Stage, Double> shrink(long from, long until) {
        return first(from, until, -1);
    }

    /** Seconds from a change of the load until each stage showed more. */
    Map<Stage, Double> growth(long from, long until) {
        return first(from, until, 1);
    }

    private Map<Stage, Double> first(long from, long until, int sign) {
        Map<Stage, Double> found = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            long before = at(stage, from);
            all.stream()
                    .filter(one -> one.stage() == stage && one.nanos() > from && one.nanos() < until)
                    .filter(one -> sign * (one.value() - before) >= stage.least())
                    .findFirst()
                    .ifPresent(one -> found.put(stage, seconds(from, one)));
        }
        return found;
    }

    /** Seconds until a stage had this share of the way from what it showed at that time to a later value. */
    OptionalDouble part(Stage stage, long from, long value, double share) {
        long before = at(stage, from);
        double wanted = before + share * (value - before);
        return all.stream()
                .filter(one -> one.stage() == stage && one.nanos() > from && one.value() >= wanted)
                .mapToDouble(one -> seconds(from, one))
                .findFirst();
    }

    private static double seconds(long from, Sighting one) {
        return (one.nanos() - from) / NANOS_PER_SECOND;
    }

    /** What a stage showed at a time. */
    private long at(Stage stage, long nanos) {
        return all.stream()
                .filter(one -> one.stage() == stage && one.nanos() <= nanos)
                .reduce((earlier, later) -> later)
                .map(Sighting::value)
                .orElseThrow(() -> new IllegalStateException(stage + " was not seen before the load changed"));
    }
}
