/** Rules that the executables follow and the replay repeats; one package each, without clock, client or thread. */
@NullMarked
package io.koordbridge.policy;

import org.jspecify.annotations.NullMarked;
