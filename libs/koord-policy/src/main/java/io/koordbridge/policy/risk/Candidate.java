package io.koordbridge.policy.risk;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One estimate that a report can give.
 *
 * @param window whole seconds, one second to one day
 */
public record Candidate(Statistic statistic, Duration window) implements Comparable<Candidate> {

    private static final long LONGEST_SECONDS = 86_400;
    private static final Pattern TEXT = Pattern.compile("([a-z0-9]{1,5})/(\\d{1,5})");

    public Candidate {
        if (window.toNanosPart() != 0 || window.toSeconds() < 1 || window.toSeconds() > LONGEST_SECONDS) {
            throw new IllegalArgumentException("window " + window + ": whole seconds from 1 to " + LONGEST_SECONDS);
        }
    }

    /** For annotations: {@code p95/900}. */
    public String text() {
        return statistic.text() + "/" + window.toSeconds();
    }

    /** For people: {@code p95 of 15 min}. */
    public String words() {
        long seconds = window.toSeconds();
        return statistic.text() + " of " + (seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s");
    }

    /** The candidate that is written so, empty for any other text. */
    public static Optional<Candidate> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long seconds = Long.parseLong(parts.group(2));
        if (seconds < 1 || seconds > LONGEST_SECONDS) {
            return Optional.empty();
        }
        return Statistic.of(parts.group(1)).map(one -> new Candidate(one, Duration.ofSeconds(seconds)));
    }

    @Override
    public int compareTo(Candidate other) {
        int byWindow = window.compareTo(other.window);
        return byWindow == 0 ? statistic.compareTo(other.statistic) : byWindow;
    }
}
