/** {@code colo status}: the whole system on one screen. */
@NullMarked
package io.koordbridge.colo.status;

import org.jspecify.annotations.NullMarked;
