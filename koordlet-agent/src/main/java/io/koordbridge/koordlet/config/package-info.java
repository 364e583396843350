/**
 * What every section of the configuration needs: defaults for what is left out, and the check of the ranges that the annotations of its
 * keys name, durations as Go writes them. A section itself lies beside its capability.
 */
@NullMarked
package io.koordbridge.koordlet.config;

import org.jspecify.annotations.NullMarked;
