/** Connects to the API server with bounded waits. */
@NullMarked
package io.koordbridge.kube.client;

import org.jspecify.annotations.NullMarked;
