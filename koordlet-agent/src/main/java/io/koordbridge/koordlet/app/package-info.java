/** The process: flags, configuration, wiring, loops, and the admin server on loopback. */
@NullMarked
package io.koordbridge.koordlet.app;

import org.jspecify.annotations.NullMarked;
