/**
 * How much online work of a node is expected to use above the mean that a report carries. Input: the report with its percentiles,
 * the rules of the strategy, and what was expected before. Output: an amount that is added to the usage of the system before the
 * formulas, with every term. Triggered by the noderesource reconcile, before batch capacity.
 */
@NullMarked
package io.koordbridge.capacity.onlineuse;

import org.jspecify.annotations.NullMarked;
