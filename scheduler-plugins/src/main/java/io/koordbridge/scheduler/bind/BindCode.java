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
    /** Nobody can say yet whether the pod is bound; its place stays taken until that is known. */
    UNKNOWN,
    /** Too many binds are under way. */
    OVERLOADED;

    /** Whether the scheduler may take the pod as bound. */
    public boolean bound() {
        return this == BOUND || this == ALREADY_BOUND;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
