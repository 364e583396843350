package io.koordbridge.bench.online;

import java.util.Locale;

/** What runs beside the online service. */
public enum Arm {
    /** Nothing: the batch threads stand still. */
    ALONE,
    /** The batch threads in a best-effort pod that the agent limits. */
    PROTECTED,
    /** The same threads in an ordinary pod that requests one CPU, as the service does. */
    UNPROTECTED;

    /** In figures. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
