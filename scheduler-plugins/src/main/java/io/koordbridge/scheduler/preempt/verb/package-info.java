/** The preempt verb: which pods have to leave a node so that a pod passes all capabilities as well. Input: victims that kube-scheduler has chosen, node views; output: victims. Triggered by kube-scheduler when a pod with priority fits nowhere. Scheduler specification section 16. */
@NullMarked
package io.koordbridge.scheduler.preempt.verb;

import org.jspecify.annotations.NullMarked;
