/**
 * Monotonic time for waits and ages.
 *
 * <p>Inputs: the machine's clock at the start, the monotonic clock. Outputs: instants that only go on, and what the clock on the wall says of them.
 */
@NullMarked
package io.koordbridge.kube.time;

import org.jspecify.annotations.NullMarked;
