/** A Prometheus as a child process, for tests that ask it or let our processes ask it. */
@NullMarked
package io.koordbridge.it.monitoring;

import org.jspecify.annotations.NullMarked;
