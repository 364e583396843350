/**
 * The NodeManager's side: a client of its plugin's unix socket, and the lease file that the plugin reads when a NodeManager starts.
 * Inputs: the socket directory, the Node annotation. YARN specification sections 6.7 and 6.8.
 */
@NullMarked
package io.koordbridge.koordlet.yarn;

import org.jspecify.annotations.NullMarked;
