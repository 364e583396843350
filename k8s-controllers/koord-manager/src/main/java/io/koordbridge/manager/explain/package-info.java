/**
 * Takes published numbers apart: each is a sum of terms that can be traced, with unit, source and time. Input: the record
 * of the last pass over a node. Output: sums, as values and as JSON. Nothing is calculated for it: every amount is carried by the
 * record, and where two of them differ by rounding or a limit, the difference is a line of its own, so that every sum adds up.
 */
@NullMarked
package io.koordbridge.manager.explain;

import org.jspecify.annotations.NullMarked;
