package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The configuration as the core reads it.
 *
 * @param expired what a report that is too old means
 * @param thresholds how much a node may use
 * @param prodUsageIncludesSystem whether system usage counts as prod usage
 * @param estimate what pods are expected to use
 * @param score how nodes are scored
 * @param resources all resources that are looked at, sorted
 */
@PureCore
record LoadRules(
        Expired expired,
        Thresholds thresholds,
        boolean prodUsageIncludesSystem,
        EstimateRules estimate,
        Score score,
        SortedSet<String> resources) {

    LoadRules {
        resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
    }

    /** What a report that is too old means for the filter. */
    enum Expired {
        /** The node takes no pods. */
        REFUSES,
        /** The node takes pods unchecked: what it used long ago says nothing. */
        PASSES,
        /** The report counts as if it were new. */
        COUNTS
    }

    /**
     * How nodes are scored.
     *
     * @param weights by resource
     * @param dominantWeight weight of the resource that is used most
     * @param byProd whether prod pods are scored by prod usage
     * @param aggregation percentile of the others, null for the usage now
     */
    record Score(
            SortedMap<String, Long> weights,
            long dominantWeight,
            boolean byProd,
            UsageReport.@Nullable Aggregation aggregation) {

        Score {
            weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
        }

        boolean isOff() {
            return weights.isEmpty() && dominantWeight == 0;
        }

        Set<String> names() {
            return weights.keySet();
        }
    }
}
