/** Recorded usage through the shipped calculators. */
@NullMarked
package io.koordbridge.replay;

import org.jspecify.annotations.NullMarked;
