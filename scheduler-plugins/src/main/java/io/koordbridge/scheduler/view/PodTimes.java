package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;

/**
 * When things happened to a pod, in milliseconds since 1970.
 *
 * @param scheduled when it was placed
 * @param initialized when its init containers were done
 */
@PureCore
public record PodTimes(long scheduled, long initialized) {

    /** It has not happened, or is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    PodTimes scheduledAt(long millis) {
        return new PodTimes(millis, initialized);
    }
}
