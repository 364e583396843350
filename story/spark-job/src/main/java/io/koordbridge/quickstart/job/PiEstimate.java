package io.koordbridge.quickstart.job;

import java.util.Locale;

/** The job's result; {@code hits} is exact and repeatable, {@code pi} is derived from it. */
public record PiEstimate(long hits, long samples, double pi) {

    static PiEstimate of(long hits, long samples) {
        return new PiEstimate(hits, samples, samples == 0 ? Double.NaN : 4.0 * hits / samples);
    }

    PiEstimate plus(PiEstimate other) {
        return of(Math.addExact(hits, other.hits), Math.addExact(samples, other.samples));
    }

    /** One line for logs and the result file. */
    public String line() {
        return String.format(Locale.ROOT, "pi=%.6f hits=%d samples=%d", pi, hits, samples);
    }
}
