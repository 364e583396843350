/**
 * Samples in memory: one ring buffer of fixed size per series, a hard limit over all of them, and the aggregates that reports and
 * policies ask for. Filled by the collectors once a second. Node agent specification section 6.
 */
@NullMarked
package io.koordbridge.koordlet.store;

import org.jspecify.annotations.NullMarked;
