/**
 * The process: configuration, wiring, start and stop.
 *
 * <p>Inputs: the configuration file; outputs: the running parts, closed in reverse order.
 */
@NullMarked
package io.koordbridge.yarnoperator.app;

import org.jspecify.annotations.NullMarked;
