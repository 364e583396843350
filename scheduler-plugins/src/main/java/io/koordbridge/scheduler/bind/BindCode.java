package io.koordbridge.scheduler.bind;

import java.util.Locale;

/** How a bind ended. */
public enum BindCode {
    BOUND,
    /** It was bound to this node before; asking again changes nothing. */
    ALREADY_BOUND,
    /** The node filled up between filter and bind. */
    CONFLICT,
    /** The pod is gone, or another pod has its name. */
    NO_SUCH_POD,
    /** The API server said no. */
    REFUSED,
    /** It is not known yet whether the pod is bound; its place stays taken until that is known. */
    UNKNOWN,
    /** The pods that it has to be placed together with did not come. */
    ALONE,
    /** Its turn did not come in time. */
    OVERLOADED;

    /** Whether the scheduler may take the pod as bound. */
    public boolean bound() {
        return this == BOUND || this == ALREADY_BOUND;
    }

    /** Whether the pod may have its place all the same. */
    boolean mayBeBound() {
        return bound() || this == UNKNOWN;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
