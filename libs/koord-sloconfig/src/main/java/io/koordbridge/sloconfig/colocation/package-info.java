/**
 * The key {@code colocation-config}: what is merged from it and what holds for one node. Input: the config map's data, the
 * Node's labels and annotations. Output: the state that is in force, a node's effective strategy, problems. Pure; manager
 * specification sections 5.2 and 5.3.
 */
@NullMarked
package io.koordbridge.sloconfig.colocation;

import org.jspecify.annotations.NullMarked;
