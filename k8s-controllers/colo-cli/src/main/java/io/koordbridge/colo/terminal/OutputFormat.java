package io.koordbridge.colo.terminal;

/** How a command prints. */
public enum OutputFormat {
    /** Columns and human units. */
    TABLE,
    /** More columns, for lists of nodes. */
    WIDE,
    /** Raw units, as the API has them. */
    JSON,
    /** As JSON, easier to read. */
    YAML,
    /** Names of nodes, for other commands. */
    NAME,
    /** Values of the chart, for conversions. */
    VALUES
}
