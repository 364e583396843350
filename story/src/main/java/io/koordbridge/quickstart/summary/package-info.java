/** From samples to numbers and a verdict; no I/O. */
@NullMarked
package io.koordbridge.quickstart.summary;

import org.jspecify.annotations.NullMarked;
