/** The process: configuration, leadership, wiring, HTTP views; manager specification section 1. */
@NullMarked
package io.koordbridge.manager.app;

import org.jspecify.annotations.NullMarked;
