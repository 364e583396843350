/** Pods that the extender refused are tried again when the reason may have gone. Input: refusals of filter and changes of nodes; output: an annotation on the pod, which kube-scheduler takes as an event. Triggered twice a second. Custom resources and the ledger are no events of kube-scheduler. */
@NullMarked
package io.koordbridge.scheduler.wake;

import org.jspecify.annotations.NullMarked;
