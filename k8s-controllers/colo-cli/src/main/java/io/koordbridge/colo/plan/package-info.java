/**
 * {@code colo plan}: what a cluster would offer to batch work, and at which risk, from use that something else has recorded. Inputs: a
 * Prometheus, metrics-server or a file; outputs: figures, values to set, a page. Nothing of ours has to be installed.
 */
@NullMarked
package io.koordbridge.colo.plan;

import org.jspecify.annotations.NullMarked;
