/**
 * Publishes capacity on nodes. Input: Node, its pods, its NodeMetric, the colocation configuration, what third parties hold.
 * Output: what the plan of {@code io.koordbridge.capacity.plan} changes, in one request for the Node, with events, metrics and
 * an explanation of every number. Triggered by any change of an input; once more when a report becomes stale or a held-back
 * value is due; manager specification sections 8.1 and 8.9.
 */
@NullMarked
package io.koordbridge.manager.publish;

import org.jspecify.annotations.NullMarked;
