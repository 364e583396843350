/** {@code colo descheduler}: what koord-descheduler would do next, read from the replica that leads. */
@NullMarked
package io.koordbridge.colo.descheduler;

import org.jspecify.annotations.NullMarked;
