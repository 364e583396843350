/**
 * What pods of the priority classes will need at their peak, and what production pods request but will not need. Input: samples of a minute,
 * once a minute, into histograms that forget. Output: the two forecasts of the
 * NodeMetric. Histograms are kept on disk. Node agent specification sections 9 and 10.
 */
@NullMarked
package io.koordbridge.koordlet.prediction;

import org.jspecify.annotations.NullMarked;
