/** koord-manager as a process on a cluster of thousands of nodes. */
@NullMarked
package io.koordbridge.bench.scale;

import org.jspecify.annotations.NullMarked;
