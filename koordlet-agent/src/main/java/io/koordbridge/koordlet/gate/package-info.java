/**
 * Feature gates of the reference's agent, by name and default, and its flags. Input: configuration and arguments. Node agent
 * specification sections 1.1 and 1.2.
 */
@NullMarked
package io.koordbridge.koordlet.gate;

import org.jspecify.annotations.NullMarked;
