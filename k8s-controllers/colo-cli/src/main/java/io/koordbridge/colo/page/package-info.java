/** Command {@code page}: the page of the replica that leads, at a fixed address of this host. */
@NullMarked
package io.koordbridge.colo.page;

import org.jspecify.annotations.NullMarked;
