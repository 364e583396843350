package io.koordbridge.scheduler.place.numa;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hints of one resource.
 *
 * @param resource its name
 * @param hints null for no preference, empty when it cannot be had
 */
public record ResourceHints(String resource, @Nullable List<NumaHint> hints) {

    public ResourceHints {
        hints = hints == null ? null : List.copyOf(hints);
    }

    boolean impossible() {
        return hints != null && hints.isEmpty();
    }
}
