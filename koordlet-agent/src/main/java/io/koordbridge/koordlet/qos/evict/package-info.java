/**
 * Which pods and YARN containers have to go when memory or CPU is short. Inputs: the snapshot of a tick. Outputs: orders for {@code evict}.
 * Trigger: the timer. Node agent specification sections 13.3 to 13.5.
 */
@NullMarked
package io.koordbridge.koordlet.qos.evict;

import org.jspecify.annotations.NullMarked;
