package io.koordbridge.koordlet.cgroup;

import org.jspecify.annotations.Nullable;

/**
 * What became of an update.
 *
 * @param updated whether the file now holds the value, other than by the cache's word
 * @param error why it failed, null when it did not
 */
public record UpdateResult(boolean updated, @Nullable String error) {

    static final UpdateResult UPDATED = new UpdateResult(true, null);
    static final UpdateResult SKIPPED = new UpdateResult(false, null);

    static UpdateResult failed(String error) {
        return new UpdateResult(false, error);
    }

    public boolean failed() {
        return error != null;
    }
}
