package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * How often in a row a node was overloaded, or not; descheduler specification section 10.5. Each mark gives the next state.
 *
 * @param anomaly whether the node counts as overloaded
 * @param normal normal marks in a row
 * @param abnormal overloaded marks in a row
 * @param expires end of an anomaly; without meaning else
 */
@PureCore
public record AnomalyDetector(boolean anomaly, int normal, int abnormal, Instant expires) {

    /** Of a node that was never looked at. */
    public static final AnomalyDetector FRESH = new AnomalyDetector(false, 0, 0, Instant.EPOCH);

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

    /** A look: an anomaly ends after its time. */
    public AnomalyDetector at(Instant now) {
        return anomaly && now.isAfter(expires) ? FRESH : this;
    }

    /** The node is overloaded. */
    public AnomalyDetector markAbnormal(AnomalyCondition condition, Instant now) {
        AnomalyDetector seen = at(now);
        int count = next(seen.abnormal);
        if (seen.anomaly || count <= condition.consecutiveAbnormalities()) {
            return new AnomalyDetector(seen.anomaly, 0, count, seen.expires);
        }
        boolean given = condition.timeout().compareTo(Duration.ZERO) > 0;
        return new AnomalyDetector(true, 0, 0, now.plus(given ? condition.timeout() : DEFAULT_TIMEOUT));
    }

    /** The node is not overloaded. */
    public AnomalyDetector markNormal(AnomalyCondition condition, Instant now) {
        AnomalyDetector seen = at(now);
        int count = next(seen.normal);
        return seen.anomaly && count > condition.consecutiveNormalities()
                ? FRESH
                : new AnomalyDetector(seen.anomaly, count, 0, seen.expires);
    }

    /** The node has become fine; what was counted without an anomaly stays. */
    public AnomalyDetector reset(Instant now) {
        AnomalyDetector seen = at(now);
        return seen.anomaly ? FRESH : seen;
    }

    private static int next(int count) {
        return count == Integer.MAX_VALUE ? count : count + 1;
    }
}
