package io.koordbridge.colo.preflight;

/** How grave a finding is. */
enum Level {
    /** As it should be. */
    OK,
    /** Works in part, or could not be checked. */
    WARN,
    /** Has to be changed. */
    FAIL
}
