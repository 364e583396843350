/** Command line of bin/bench. */
@NullMarked
package io.koordbridge.bench.app;

import org.jspecify.annotations.NullMarked;
