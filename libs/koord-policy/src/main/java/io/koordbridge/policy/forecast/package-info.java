/**
 * What the time of day says of a node's use, so that an offer can fall before the morning peak. Inputs: times and use in percent of the node.
 * Outputs: the peak that is expected within a duration, nothing when the node has no rhythm. Trigger: each sample or report. Specification: field review,
 * section 4 (a first forecast).
 */
@NullMarked
package io.koordbridge.policy.forecast;

import org.jspecify.annotations.NullMarked;
