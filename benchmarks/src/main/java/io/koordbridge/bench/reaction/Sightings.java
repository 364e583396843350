package io.koordbridge.bench.reaction;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** All changes of all stages, in the order of time. */
final class Sightings {

    private final List<Sighting> all = new ArrayList<>();
    private final Map<Stage, Sighting> last = new EnumMap<>(Stage.class);

    /** A look at a stage. */
    synchronized void seen(Stage stage, long value) {
        Sighting before = last.get(stage);
        if (before == null || before.value() != value) {
            Sighting now = new Sighting(stage, System.nanoTime(), value);
            last.put(stage, now);
            all.add(now);
        }
    }

    /** What a stage shows now. */
    synchronized OptionalLong now(Stage stage) {
        Sighting found = last.get(stage);
        return found == null ? OptionalLong.empty() : OptionalLong.of(found.value());
    }

    /** How long a stage has shown the same, in nanoseconds. */
    synchronized long sameFor(Stage stage) {
        Sighting found = last.get(stage);
        return found == null ? 0 : System.nanoTime() - found.nanos();
    }

    synchronized List<Sighting> all() {
        return List.copyOf(all);
    }
}
