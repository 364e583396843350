/**
 * How long it takes from the load of a node to the limit in its kernel and to what the ResourceManager schedules on, and back: the whole
 * chain as processes, on a machine of files whose load is exact.
 */
@NullMarked
package io.koordbridge.bench.reaction;

import org.jspecify.annotations.NullMarked;
