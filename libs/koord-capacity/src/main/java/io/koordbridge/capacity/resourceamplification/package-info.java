/**
 * By which factor a Node shows more of a resource than it has. The ratios: input is the key resource-amplification-config,
 * labels and annotations of the Node; output is the ratio annotation, or why it is absent; triggered by the noderesource
 * reconcile; manager specification section 8.7. The status: input is an update of the Node's status; output is the changed
 * allocatable and the annotation that keeps what the kubelet reported; triggered by the admission of nodes/status; section
 * 9.4.
 */
@NullMarked
package io.koordbridge.capacity.resourceamplification;

import org.jspecify.annotations.NullMarked;
