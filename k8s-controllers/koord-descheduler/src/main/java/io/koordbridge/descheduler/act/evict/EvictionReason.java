package io.koordbridge.descheduler.act.evict;

import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.protocol.PureCore;

/** Why a try ended as it did, for the counter. */
@PureCore
enum EvictionReason {
    DONE("done"),
    GONE("gone"),
    DISRUPTION_BUDGET("disruption_budget"),
    BUSY("busy"),
    NO_TOKEN("no_token"),
    NO_LEASE("no_lease"),
    LAST_CHECK("last_check"),
    BAD_INPUT("bad_input"),
    ERROR("error");

    /** Of the API server when a budget keeps a pod. */
    private static final String BUDGET = "disruption budget";

    private final String label;

    EvictionReason(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Of what a call answered. */
    static EvictionReason of(Outcome outcome) {
        return switch (outcome.result()) {
            case EVICTED -> DONE;
            case GONE -> GONE;
            case REFUSED -> outcome.problem().contains(BUDGET) ? DISRUPTION_BUDGET : BUSY;
            case TOO_MANY -> NO_TOKEN;
            case FAILED -> ERROR;
        };
    }
}
