/**
 * What was taken and how to give it back: each file that a strategy wrote, its owner and the value before, on disk, so that a later process
 * knows of it. Input: every write. Given back: when a gate closes, at the next start after a kill, by {@code --release}, and at the end
 * outside of a cluster.
 */
@NullMarked
package io.koordbridge.koordlet.undo;

import org.jspecify.annotations.NullMarked;
