package io.koordbridge.frame.reference;

import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;

/** Durations and sizes as people write them. */
final class UnitFormatter {

    private static final long MILLIS_PER_SECOND = 1000;
    private static final long MILLIS_PER_MINUTE = 60 * MILLIS_PER_SECOND;
    private static final long KIBIBYTE = 1024;
    private static final long MEBIBYTE = KIBIBYTE * KIBIBYTE;

    private UnitFormatter() {}

    static String of(Duration duration) {
        long millis = duration.toMilliseconds();
        if (millis >= 2 * MILLIS_PER_MINUTE && millis % MILLIS_PER_MINUTE == 0) {
            return millis / MILLIS_PER_MINUTE + "m";
        }
        return millis % MILLIS_PER_SECOND == 0 ? millis / MILLIS_PER_SECOND + "s" : millis + "ms";
    }

    static String of(DataSize size) {
        long bytes = size.toBytes();
        if (bytes % MEBIBYTE == 0) {
            return bytes / MEBIBYTE + "MiB";
        }
        return bytes % KIBIBYTE == 0 ? bytes / KIBIBYTE + "KiB" : bytes + "B";
    }
}
