/**
 * Accelerator and network card resources of one node. Input: the Device object with the node's name. Output: resources and
 * labels of the Node, or which resources go. Triggered by the noderesource reconcile; manager specification section 8.8.
 */
@NullMarked
package io.koordbridge.capacity.deviceresource;

import org.jspecify.annotations.NullMarked;
