package io.koordbridge.colo.terminal;

/** How a command prints. */
public enum OutputFormat {
    /** Columns and human units. */
    TABLE,
    /** Raw units, as the API has them. */
    JSON
}
