package io.koordbridge.scheduler.gang.status;

import io.koordbridge.protocol.PureCore;

/**
 * The pods of a PodGroup.
 *
 * @param all that exist, done or not
 * @param bound of them, those that have a node, done or not
 * @param owners of the first pod, namespace/name each, sorted and with commas; empty without one
 */
@PureCore
record PodCounts(int all, int bound, int running, int succeeded, int failed, String owners) {}
