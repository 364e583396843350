/**
 * Periodic tasks. In: rounds with their periods. Out: threads that no failure of a round ends, and which loops have gone
 * silent, for liveness probes.
 */
@NullMarked
package io.koordbridge.kube.periodic;

import org.jspecify.annotations.NullMarked;
