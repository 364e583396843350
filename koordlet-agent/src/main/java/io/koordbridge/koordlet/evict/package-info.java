/**
 * Ends pods and YARN containers to free resources. Inputs: orders of the strategies in {@code qos.evict}. Outputs: calls of the Kubernetes
 * eviction API and of the NodeManager's plugin, events, an annotation of the Node. Node agent specification section 13.5, YARN specification
 * section 6.8.
 */
@NullMarked
package io.koordbridge.koordlet.evict;

import org.jspecify.annotations.NullMarked;
