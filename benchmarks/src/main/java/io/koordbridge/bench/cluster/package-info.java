/** A cluster of any size behind the real API server. */
@NullMarked
package io.koordbridge.bench.cluster;

import org.jspecify.annotations.NullMarked;
