/** Command line of the quickstart and the processes it starts. */
@NullMarked
package io.koordbridge.quickstart.app;

import org.jspecify.annotations.NullMarked;
