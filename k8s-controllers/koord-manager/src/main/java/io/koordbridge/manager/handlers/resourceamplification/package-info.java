/**
 * Admission of nodes/status. Input: an update of the Node's status; output: the allocatable as it is amplified and the annotation
 * that keeps what the kubelet reported; manager specification section 9.4.
 */
@NullMarked
package io.koordbridge.manager.handlers.resourceamplification;

import org.jspecify.annotations.NullMarked;
