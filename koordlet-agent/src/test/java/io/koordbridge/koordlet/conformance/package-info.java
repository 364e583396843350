/** Adapters between the vectors of the area koordlet and the agent. */
@NullMarked
package io.koordbridge.koordlet.conformance;

import org.jspecify.annotations.NullMarked;
