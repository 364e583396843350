/** {@code colo ledger check}: the invariant, row by row, once or all the time. */
@NullMarked
package io.koordbridge.colo.ledger;

import org.jspecify.annotations.NullMarked;
