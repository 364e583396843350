package io.koordbridge.policy.risk;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was chosen for a node, small enough for an annotation.
 *
 * @param marginPercent of the node, on top of the candidate; it can be negative
 * @param care percent of the node that are given up for one percent less short time; learned
 * @param riskPercent the knob that the care was learned under
 */
public record RiskChoice(Candidate candidate, double marginPercent, double care, double riskPercent) {

    static final double LEAST_CARE = 0.02;
    static final double MOST_CARE = 300;
    private static final double MOST_MARGIN = 100;
    private static final Pattern TEXT =
            Pattern.compile("(\\w{1,5}/\\d{1,5})([+-]\\d{1,3}\\.\\d) care (\\d{1,3}\\.\\d\\d)");

    public RiskChoice {
        if (!(Math.abs(marginPercent) <= MOST_MARGIN)) {
            throw new IllegalArgumentException("margin " + marginPercent + " % of the node");
        }
        if (!(care >= LEAST_CARE && care <= MOST_CARE)) {
            throw new IllegalArgumentException("care " + care + ", from " + LEAST_CARE + " to " + MOST_CARE);
        }
        if (!RiskConfig.allows(riskPercent)) {
            throw new IllegalArgumentException("riskPercent " + riskPercent);
        }
    }

    /** Whether this says so much else than the other that it is worth a write: another candidate or risk, a margin that moved by a percent of the node, or twice the care. */
    public boolean differsFrom(RiskChoice other) {
        return !candidate.equals(other.candidate)
                || riskPercent != other.riskPercent
                || Math.abs(marginPercent - other.marginPercent) >= 1
                || care >= 2 * other.care
                || other.care >= 2 * care;
    }

    /**
     * Whether this is worth a write and the next process is safer with it: it offers less by a percent of the node, or no more at
     * twice the care.
     *
     * @param lessPercent of the node that this offers less than the other, negative where it offers more
     */
    public boolean isMoreCarefulThan(RiskChoice other, double lessPercent) {
        return differsFrom(other) && (lessPercent >= 1 || (lessPercent > -1 && care >= 2 * other.care));
    }

    /** The care for another risk: the price of a short minute rises as fewer of them are allowed. */
    double careFor(RiskConfig config) {
        return care * riskPercent / config.riskPercent();
    }

    /** {@code p95/900+3.5 care 2.10}; without the risk, which stands beside it. */
    public String text() {
        return String.format(Locale.ROOT, "%s%+.1f care %.2f", candidate.text(), marginPercent, care);
    }

    /**
     * The choice that is written so, empty for any other text.
     *
     * @param riskPercent the knob that it was learned under
     */
    public static Optional<RiskChoice> parse(String text, double riskPercent) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches() || !RiskConfig.allows(riskPercent)) {
            return Optional.empty();
        }
        double margin = Double.parseDouble(parts.group(2));
        double care = Double.parseDouble(parts.group(3));
        if (Math.abs(margin) > MOST_MARGIN || care < LEAST_CARE || care > MOST_CARE) {
            return Optional.empty();
        }
        return Candidate.parse(parts.group(1)).map(candidate -> new RiskChoice(candidate, margin, care, riskPercent));
    }
}
