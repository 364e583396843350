/** What the node's agent costs in a tick and as a process, how fast it reacts, and how much it writes. */
@NullMarked
package io.koordbridge.bench.koordlet;

import org.jspecify.annotations.NullMarked;
