package io.koordbridge.scheduler.gang.plan;

import java.util.Arrays;
import java.util.Optional;

/** Which pods count toward the minimum of a gang. */
public enum MatchPolicy {
    /** Those that wait for the others. */
    ONLY_WAITING("only-waiting"),
    /** Those that wait and those that have a node. */
    WAITING_AND_RUNNING("waiting-and-running"),
    /** Those that wait; once the group has had a bound pod, no pod waits any more. */
    ONCE_SATISFIED("once-satisfied");

    private final String text;

    MatchPolicy(String text) {
        this.text = text;
    }

    static Optional<MatchPolicy> of(String text) {
        return Arrays.stream(values())
                .filter(policy -> policy.text.equals(text))
                .findFirst();
    }

    /** As annotations have it. */
    public String text() {
        return text;
    }
}
