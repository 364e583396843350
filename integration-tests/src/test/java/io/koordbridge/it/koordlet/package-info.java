/** The node agent with a real API server, and on kernels that the build machine itself does not run. */
@NullMarked
package io.koordbridge.it.koordlet;

import org.jspecify.annotations.NullMarked;
