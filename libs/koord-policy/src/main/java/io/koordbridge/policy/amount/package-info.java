/**
 * Units: batch resources (milli-cores, bytes) to YARN's (vcores, MiB) and back.
 *
 * <p>Pure. Inputs and outputs: amounts. Source: YARN specification section 1.4.
 */
@NullMarked
package io.koordbridge.policy.amount;

import org.jspecify.annotations.NullMarked;
