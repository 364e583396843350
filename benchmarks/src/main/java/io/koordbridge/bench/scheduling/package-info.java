/** Schedulers in turn on one real API server: how many pods of a backlog they place in a second, and at what cost of CPU. */
@NullMarked
package io.koordbridge.bench.scheduling;

import org.jspecify.annotations.NullMarked;
