/** Whether a pod fits beside what runs and what is being placed on a node. Input: demand and node view; output: verdict with code and reasons. Triggered by filter and again, under the node's lock, by bind. Scheduler specification sections 19 and 20. */
@NullMarked
package io.koordbridge.scheduler.place.fit;

import org.jspecify.annotations.NullMarked;
