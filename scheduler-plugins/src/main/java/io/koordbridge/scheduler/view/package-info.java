/** What the extender knows of the cluster: one ledger per node made of feed events and of placements under way, and immutable views of it. Input: nodes and pods; output: {@link io.koordbridge.scheduler.view.ClusterView}; triggered by each event. Scheduler specification sections 2, 3 and 20. */
@NullMarked
package io.koordbridge.scheduler.view;

import org.jspecify.annotations.NullMarked;
