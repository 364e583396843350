package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much a pod is expected to use, and how long that counts beside reports.
 *
 * @param factors percent of its limit or request by resource
 * @param custom whether annotations of a pod replace these rules
 * @param afterScheduledSeconds from when it was placed, -1 for no such rule
 * @param afterInitializedSeconds from when its init containers were done, -1 for no such rule
 */
@PureCore
record EstimateRules(
        SortedMap<String, Long> factors, boolean custom, long afterScheduledSeconds, long afterInitializedSeconds) {

    EstimateRules {
        factors = Collections.unmodifiableSortedMap(new TreeMap<>(factors));
    }
}
