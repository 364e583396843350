/** {@code colo explain node}: every term of a node's numbers with its source. */
@NullMarked
package io.koordbridge.colo.explain;

import org.jspecify.annotations.NullMarked;
