/**
 * How much of a node may be offered when a share of short minutes is accepted. Inputs: estimates that a report carries and the use since the report
 * before. Outputs: one estimate, its reasons. Trigger: each report. Specification: field review, sections 3 and 4 (risk as the knob).
 */
@NullMarked
package io.koordbridge.policy.risk;

import org.jspecify.annotations.NullMarked;
