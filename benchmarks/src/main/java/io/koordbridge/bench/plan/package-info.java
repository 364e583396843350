/**
 * Replay of recorded usage by several rules: figures, and the time that it takes. Inputs: traces; outputs: figures. Plan and risk: the
 * guide of plans.
 */
@NullMarked
package io.koordbridge.bench.plan;

import org.jspecify.annotations.NullMarked;
