/**
 * Plugins that look at each pod for itself, with the arguments of the Kubernetes descheduler: node affinity and taints that pods
 * violate, failed pods, pods of an age; descheduler specification section 11.
 *
 * <p>Inputs: arguments, nodes and pods of a run; outputs: requests for evictions with a reason. Triggered by each run.
 */
@NullMarked
package io.koordbridge.descheduler.decide.violation;

import org.jspecify.annotations.NullMarked;
