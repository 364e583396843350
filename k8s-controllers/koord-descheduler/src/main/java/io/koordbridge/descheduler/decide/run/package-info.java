/**
 * One descheduling run: its view of the cluster, its plugins, its limits; descheduler specification section 1.
 *
 * <p>Inputs: a view and plugins; outputs: requests for evictions, each with its reason or the check that kept the pod.
 */
@NullMarked
package io.koordbridge.descheduler.decide.run;

import org.jspecify.annotations.NullMarked;
