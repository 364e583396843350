/** koord-descheduler on a real API server with hot nodes: its start, its runs, and another descheduler on the same nodes. */
@NullMarked
package io.koordbridge.bench.descheduler;

import org.jspecify.annotations.NullMarked;
