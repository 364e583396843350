/** A Prometheus that scrapes, beside the tests that ask it. */
@NullMarked
package io.koordbridge.it.monitoring;

import org.jspecify.annotations.NullMarked;
