/**
 * How much online work is expected to use: a fixed level over a window, or a risk from which both are chosen. Input: the tree of a
 * merged colocation strategy. Output: {@link io.koordbridge.sloconfig.estimate.EstimateStrategy}. Read with each strategy; pure.
 */
@NullMarked
package io.koordbridge.sloconfig.estimate;

import org.jspecify.annotations.NullMarked;
