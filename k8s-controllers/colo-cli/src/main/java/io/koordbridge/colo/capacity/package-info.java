/** {@code colo capacity}: what koord-manager publishes on each node. */
@NullMarked
package io.koordbridge.colo.capacity;

import org.jspecify.annotations.NullMarked;
