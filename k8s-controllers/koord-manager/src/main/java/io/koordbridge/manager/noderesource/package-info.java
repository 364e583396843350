/**
 * Publishes batch capacity on nodes. Input: Node, its pods, its NodeMetric, the colocation configuration, what third
 * parties hold. Output: batch resources in Node status with the origin annotation, in one request, and an explanation of
 * every number. Triggered by any change of an input; once more when a report becomes stale or a held-back value is due;
 * manager specification sections 8.1 and 8.9. A stage that throws keeps what is published of it and no other stage from its
 * work.
 */
@NullMarked
package io.koordbridge.manager.noderesource;

import org.jspecify.annotations.NullMarked;
