/** {@code colo nodes}: one line per node, sorted and filtered. */
@NullMarked
package io.koordbridge.colo.nodes;

import org.jspecify.annotations.NullMarked;
