/**
 * The promise {@code P + C + X <= O} checked at every observation, and what happened since the start.
 *
 * <p>{@link LedgerCheck} is pure: one node's books in, one row per resource out. {@link LedgerStore} counts and {@link Timeline}
 * remembers, both bounded and in memory, the latter the coarser the older ({@link History}). Source: promise R1, YARN specification section 6.2.
 */
@NullMarked
package io.koordbridge.yarnoperator.ledger;

import org.jspecify.annotations.NullMarked;
