/** All of a strategy that exists only in tests: a reading, an annotation of pods, a file, a metric, a part of the state, a line of preflight. */
@NullMarked
package io.koordbridge.koordlet.qos.ease;

import org.jspecify.annotations.NullMarked;
