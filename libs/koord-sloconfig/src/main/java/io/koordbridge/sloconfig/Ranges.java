package io.koordbridge.sloconfig;

import org.jspecify.annotations.Nullable;

/**
 * The two ranges of a value; null accepts everything.
 *
 * @param inForce what a controller takes, checked after merging
 * @param admitted what may be stored, checked on each part before merging
 */
public record Ranges(@Nullable Allowed inForce, @Nullable Allowed admitted) {

    /** Everything. */
    public static final Ranges NONE = new Ranges(null, null);
}
