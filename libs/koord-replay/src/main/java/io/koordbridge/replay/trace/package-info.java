/**
 * Recorded usage as text: lines {@code node,seconds,cpu_percent,memory_percent}, plain or compressed. Inputs: a stream; outputs: traces, or
 * an error that names line, field, value and range.
 */
@NullMarked
package io.koordbridge.replay.trace;

import org.jspecify.annotations.NullMarked;
