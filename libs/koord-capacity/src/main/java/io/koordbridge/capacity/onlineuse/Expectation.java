package io.koordbridge.capacity.onlineuse;

import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * How much of one resource online work is expected to use; amounts in billionths of a core or thousandths of a byte.
 *
 * @param words what the estimate is, such as p95 of 15 min; or why the mean counts
 * @param expected use of all online work, the mean where there is no estimate
 * @param mean use of all online work as the report says it
 * @param candidates what it was chosen from by risk, empty where it was not
 * @param growsNot whether too little is known to let capacity grow by it
 */
@PureCore
public record Expectation(
        Source source, String words, long expected, long mean, List<RiskLine> candidates, boolean growsNot) {

    public Expectation {
        candidates = List.copyOf(candidates);
    }

    /** One that was not chosen by risk. */
    public Expectation(Source source, String words, long expected, long mean) {
        this(source, words, expected, mean, List.of());
    }

    /** One by which capacity grows, unless nothing is known. */
    public Expectation(Source source, String words, long expected, long mean, List<RiskLine> candidates) {
        this(source, words, expected, mean, candidates, source == Source.WAITING);
    }

    /** The same, by which nothing grows until something is known. */
    Expectation growingNotUntil(String known) {
        return new Expectation(source, words + "; nothing grows until " + known, expected, mean, candidates, true);
    }

    /** Where an estimate comes from. */
    public enum Source {
        /** Nothing but the mean is asked for. */
        MEAN_ONLY,
        /** Percentiles of the online sum. */
        ONLINE_SUM,
        /** Percentiles of the whole node, less what batch work used at least. */
        NODE,
        /** The forecast of the agent. */
        FORECAST,
        /** The last one, because nothing is known now. */
        LAST,
        /** Nothing is known yet or any more: the mean counts, and nothing grows. */
        WAITING,
        /** Nothing is known for long, so the mean counts. */
        UNKNOWN
    }

    /** What is expected above the mean; an estimate below the mean frees nothing. */
    public long extra() {
        return Math.max(expected - mean, 0);
    }

    /** Whether something else than the mean is asked for. */
    public boolean asked() {
        return source != Source.MEAN_ONLY;
    }

    /** Whether there is an estimate of now. */
    boolean known() {
        return source == Source.ONLINE_SUM || source == Source.NODE || source == Source.FORECAST;
    }
}
