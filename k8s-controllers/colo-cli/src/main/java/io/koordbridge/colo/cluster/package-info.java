/** The way to our processes through the API server: the leader's pod by its Lease, and a forwarded port to it. */
@NullMarked
package io.koordbridge.colo.cluster;

import org.jspecify.annotations.NullMarked;
