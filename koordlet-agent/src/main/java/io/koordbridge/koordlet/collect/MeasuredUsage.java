package io.koordbridge.koordlet.collect;

import java.util.Collection;

/**
 * Usage of a node, a pod or an application, by both ways to count memory.
 *
 * @param usage memory without page cache
 */
public record MeasuredUsage(Usage usage, long memoryWithPageCacheBytes) {

    /** All together. */
    public static Usage sum(Collection<MeasuredUsage> usages, boolean withPageCache) {
        Usage sum = Usage.NONE;
        for (MeasuredUsage one : usages) {
            long bytes =
                    withPageCache ? one.memoryWithPageCacheBytes() : one.usage().memoryBytes();
            sum = sum.plus(new Usage(one.usage().cores(), bytes));
        }
        return sum;
    }
}
