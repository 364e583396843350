/**
 * What the decisions read of a pod, and the order of pods; descheduler specification section 5.2.
 *
 * <p>Inputs: pods as received; outputs: small immutable facts.
 */
@NullMarked
package io.koordbridge.descheduler.decide.pod;

import org.jspecify.annotations.NullMarked;
