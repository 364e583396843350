/**
 * The online sum beside a report: what all but best-effort work used, as percentiles over windows. Input: its series in the store. Output: an
 * annotation of the NodeMetric, which koord-manager reads. Trigger: a report, when a figure changed by more than noise, or it was written long ago.
 */
@NullMarked
package io.koordbridge.koordlet.report.online;

import org.jspecify.annotations.NullMarked;
