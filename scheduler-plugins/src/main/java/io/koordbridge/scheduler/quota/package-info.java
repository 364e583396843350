/** Elastic quotas as a capability of the scheduler: wires the tree, its status, revocation and preemption. */
@NullMarked
package io.koordbridge.scheduler.quota;

import org.jspecify.annotations.NullMarked;
