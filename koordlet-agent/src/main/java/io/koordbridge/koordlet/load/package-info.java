/**
 * What the node does now, split into best-effort work and the rest. Inputs: newest samples, node, pods, host applications. Used by
 * suppression and by early reports. Node agent specification section 13.2, allowance.
 */
@NullMarked
package io.koordbridge.koordlet.load;

import org.jspecify.annotations.NullMarked;
