package io.koordbridge.api.upward;

import io.koordbridge.testkit.ManualClock;

/** A class in the wrong place: the API uses a library above it. */
public final class UsesTestkit {

    private final ManualClock clock;

    public UsesTestkit(ManualClock clock) {
        this.clock = clock;
    }

    public ManualClock clock() {
        return clock;
    }
}
