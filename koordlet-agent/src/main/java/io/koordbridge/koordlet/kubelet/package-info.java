/**
 * The kubelet of the node: its configuration and its pods, over its own port, with the token of the service account and a verified certificate.
 * Node agent specification sections 4.1 and 12.
 */
@NullMarked
package io.koordbridge.koordlet.kubelet;

import org.jspecify.annotations.NullMarked;
