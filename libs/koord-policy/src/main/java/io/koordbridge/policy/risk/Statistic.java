package io.koordbridge.policy.risk;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A figure that a report carries for a window, the careless ones first. */
public enum Statistic {
    MEAN,
    P50,
    P90,
    P95,
    P99,
    MAX;

    /** As settings and explanations write it: {@code p95}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The statistic that is written so, empty for any other text. */
    public static Optional<Statistic> of(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }
}
