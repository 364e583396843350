package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * When a node counts as overloaded for good.
 *
 * @param timeout how long it does then; 0 stands for 60 s
 * @param consecutiveAbnormalities more overloaded runs in a row than this; 1 switches the filter off
 * @param consecutiveNormalities more normal runs in a row than this end it
 */
@PureCore
public record AnomalyCondition(Duration timeout, int consecutiveAbnormalities, int consecutiveNormalities) {

    /** Without arguments. */
    public static final AnomalyCondition DEFAULT = new AnomalyCondition(Duration.ofMinutes(1), 5, 3);

    /** Whether every overloaded node counts at once. */
    public boolean isOff() {
        return consecutiveAbnormalities == 1;
    }
}
