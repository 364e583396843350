/**
 * What strategies ask to be measured, by typed key, and its values in one tick. Inputs: needs of the strategies whose gate is open, files of
 * control groups, series of the store. Output: {@link io.koordbridge.koordlet.measure.reading.Readings} of the snapshot. Trigger: each tick
 * with a need. Node agent specification section 11.
 */
@NullMarked
package io.koordbridge.koordlet.measure.reading;

import org.jspecify.annotations.NullMarked;
