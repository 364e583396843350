/** What {@code bin/release} writes, and an installation from it. */
@NullMarked
package io.koordbridge.it.release;

import org.jspecify.annotations.NullMarked;
