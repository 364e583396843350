package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.protocol.PureCore;

/**
 * A limit that keeps a pod for now.
 *
 * @param check name of the limit, such as ObjectLimiterWorkload
 * @param message the object and the numbers of the limit, for people
 */
@PureCore
public record LimitRefusal(String check, String message) {}
