/** Level-triggered reconciling: a deduplicating queue with backoff, and the loop that drains it. */
@NullMarked
package io.koordbridge.kube.queue;

import org.jspecify.annotations.NullMarked;
