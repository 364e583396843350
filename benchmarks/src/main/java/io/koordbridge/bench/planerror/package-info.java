/**
 * How far {@code colo plan} is from the cluster that is installed after it: the use of a real node is recorded without our processes, planned
 * with, and compared with the CPU that batch work then gets under the same load.
 */
@NullMarked
package io.koordbridge.bench.planerror;

import org.jspecify.annotations.NullMarked;
