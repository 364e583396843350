/** The node agent on kernels that the build machine itself does not run. */
@NullMarked
package io.koordbridge.it.koordlet;

import org.jspecify.annotations.NullMarked;
