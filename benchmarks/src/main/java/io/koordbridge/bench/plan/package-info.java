/**
 * What the replay of recorded usage finds by several rules, and how long it takes. Inputs: traces; outputs: figures. Plan and risk: the
 * guide of plans.
 */
@NullMarked
package io.koordbridge.bench.plan;

import org.jspecify.annotations.NullMarked;
