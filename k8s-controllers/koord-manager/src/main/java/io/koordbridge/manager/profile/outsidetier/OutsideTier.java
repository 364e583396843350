package io.koordbridge.manager.profile.outsidetier;

import java.util.List;

/**
 * Best-effort pods outside the best-effort tier.
 *
 * @param pods number of them
 * @param named some of them, as namespace/name
 */
public record OutsideTier(int pods, List<String> named) {

    public OutsideTier {
        named = List.copyOf(named);
    }
}
