/** {@code colo evictions}: which pods and YARN containers were evicted on nodes. Input: events of the API server; output: a table or a document. */
@NullMarked
package io.koordbridge.colo.evictions;

import org.jspecify.annotations.NullMarked;
