/** A Prometheus as a child process, and a node that it scrapes. */
@NullMarked
package io.koordbridge.lab.prometheus;

import org.jspecify.annotations.NullMarked;
