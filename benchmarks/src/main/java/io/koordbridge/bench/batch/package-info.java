/** Batch capacity of one node, calculated in this JVM. */
@NullMarked
package io.koordbridge.bench.batch;

import org.jspecify.annotations.NullMarked;
