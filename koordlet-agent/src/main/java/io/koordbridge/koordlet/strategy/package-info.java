/**
 * How a strategy plugs in: it is a pure function from the snapshot of a tick and its own memory to what files shall hold. One list names
 * all strategies; the runner asks each of them, merges what they want by a rule for each knob, and hands one plan to the writer.
 */
@NullMarked
package io.koordbridge.koordlet.strategy;

import org.jspecify.annotations.NullMarked;
