/** Load awareness: no pods on nodes that use too much, and rather on those that use little. Input: NodeMetric and Node objects, the pods of a node; output: verdicts and scores. Triggered by the verbs; a report that expires is an event. Scheduler specification section 18. */
@NullMarked
package io.koordbridge.scheduler.place.load;

import org.jspecify.annotations.NullMarked;
