package io.koordbridge.bench.scheduling;

import java.util.List;

/**
 * Pods that wait.
 *
 * @param loads their kinds
 * @param shapes how many different amounts they request
 */
public record Waiting(List<PodLoad> loads, int shapes) {

    public Waiting {
        loads = List.copyOf(loads);
        if (shapes < 1) {
            throw new IllegalArgumentException("shapes: " + shapes + ", allowed: at least 1");
        }
    }
}
