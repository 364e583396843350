/**
 * The process: configuration, wiring, start and stop.
 *
 * <p>Inputs: the configuration file; outputs: the running parts, closed in reverse order; trigger: start and stop of the process, and the
 * Lease; descheduler specification section 1.
 */
@NullMarked
package io.koordbridge.descheduler.app;

import org.jspecify.annotations.NullMarked;
