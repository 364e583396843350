package io.koordbridge.koordlet.kubepods;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A running pod without a word about evictions. */
public final class PlainTraits {

    public static final EvictionTraits RUNNING = new EvictionTraits(
            true,
            Optional.empty(),
            new EvictionTraits.Ranks(OptionalInt.empty(), 5500, 0, 5500),
            false,
            Optional.empty(),
            Map.of(),
            true,
            false,
            false,
            false);

    private PlainTraits() {}
}
