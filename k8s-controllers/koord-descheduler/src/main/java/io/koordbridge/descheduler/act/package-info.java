/**
 * What the writers share: the question to the lease, short calls, the contract of an eviction.
 *
 * <p>Inputs: decisions of {@code decide}; outputs: requests to the API server, each of them bounded in time and preceded by a look at the lease.
 * Descheduler specification sections 4 to 7.
 */
@NullMarked
package io.koordbridge.descheduler.act;

import org.jspecify.annotations.NullMarked;
