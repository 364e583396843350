/**
 * What a report of a node's usage says, and when it is due: mean and percentiles of a window, the newest seconds, reports ahead of the timer.
 *
 * <p>Pure. Inputs: samples and what was reported before; outputs: amounts, and why a report is due. Source: node agent specification
 * sections 6 and 8.
 */
@NullMarked
package io.koordbridge.policy.report;

import org.jspecify.annotations.NullMarked;
