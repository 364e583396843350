package io.koordbridge.descheduler.decide.run;

/** When plugins of a run have their turn: all of the first point before all of the second. */
public enum PluginPoint {
    /** Looks at each pod for itself. */
    DESCHEDULE,
    /** Looks at nodes together. */
    BALANCE
}
