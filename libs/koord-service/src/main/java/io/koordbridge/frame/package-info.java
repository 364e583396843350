/**
 * The frame of the Dropwizard processes: command line, configuration, client, health, Prometheus metrics, leader election,
 * orderly shutdown.
 */
@NullMarked
package io.koordbridge.frame;

import org.jspecify.annotations.NullMarked;
