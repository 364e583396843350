/**
 * The colocation strategy: key {@code colocation-config} of the config map, overrides on the Node, and what holds for one
 * node. Input: the config map's data, Node labels and annotations. Output: a configuration that is always whole, or
 * problems and the last good one. Triggered by config map events; manager specification sections 5.2 and 5.3.
 */
@NullMarked
package io.koordbridge.manager.colocation;

import org.jspecify.annotations.NullMarked;
