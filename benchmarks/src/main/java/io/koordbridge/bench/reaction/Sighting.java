package io.koordbridge.bench.reaction;

/**
 * A value that was seen for the first time.
 *
 * @param nanos of the monotonic clock
 */
record Sighting(Stage stage, long nanos, long value) {}
