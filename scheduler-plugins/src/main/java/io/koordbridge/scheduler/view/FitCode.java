package io.koordbridge.scheduler.view;

/** What a refusal means for the rest of the scheduler. */
public enum FitCode {
    FITS,
    /** It would fit if some pods left. */
    UNSCHEDULABLE,
    /** It would not fit on the empty node, or the node's own description is unusable. */
    UNRESOLVABLE
}
