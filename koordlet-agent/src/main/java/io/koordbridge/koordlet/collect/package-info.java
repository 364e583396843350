/**
 * Usage of the node, its pods and containers, the best-effort tier, applications outside of pods, and the system (the rest). Reads
 * /proc and control groups once a second, and at once when other than best-effort work suddenly needs CPU; fills the store. Node
 * agent specification section 7.
 */
@NullMarked
package io.koordbridge.koordlet.collect;

import org.jspecify.annotations.NullMarked;
