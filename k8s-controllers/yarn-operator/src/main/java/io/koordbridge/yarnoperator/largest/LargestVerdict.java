package io.koordbridge.yarnoperator.largest;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Whether a cluster accepts containers of the size, and since when it does not.
 *
 * @param missingSince since when no node has the size, null while one has
 * @param said whether that was said
 * @param largest the largest node's memory and the largest node's vcores: what a ResourceManager accepts at most
 */
@PureCore
record LargestVerdict(@Nullable Instant missingSince, boolean said, YarnAmount largest) {

    static final LargestVerdict UNKNOWN = new LargestVerdict(null, false, YarnAmount.ZERO);

    /** A ResourceManager itself follows its largest node only after this time. */
    static final Duration SETTLES = Duration.ofSeconds(10);

    /** In which a node with room grows: a new leader's hold-off, the least time between two grows, and the proof that pods made room. */
    static final Duration GROWS = Duration.ofSeconds(60);

    /**
     * After a look at a cluster.
     *
     * @param capabilities of the nodes that run; without any nothing is known
     * @param hopeful whether a node was chosen, which is about to get the size
     */
    LargestVerdict next(Collection<YarnAmount> capabilities, YarnAmount size, boolean hopeful, Instant now) {
        if (capabilities.isEmpty()) {
            return this;
        }
        YarnAmount most = capabilities.stream().reduce(YarnAmount.ZERO, YarnAmount::max);
        if (capabilities.stream().anyMatch(size::fitsIn)) {
            return new LargestVerdict(null, false, most);
        }
        Instant since = missingSince == null ? now : missingSince;
        boolean due = !now.isBefore(since.plus(hopeful ? GROWS : SETTLES));
        return new LargestVerdict(since, said || due, most);
    }

    /** What follows, for people. */
    String sentence(String cluster, LargestConfig config) {
        return "cluster " + cluster + ": no node can keep " + config.size()
                + " (lease.keepLargest): the largest has " + largest
                + ", and requests for larger containers fail with InvalidResourceRequestException";
    }

    /** That it is over. */
    static String over(String cluster, LargestConfig config) {
        return "cluster " + cluster + ": containers of " + config.size() + " are accepted again";
    }
}
