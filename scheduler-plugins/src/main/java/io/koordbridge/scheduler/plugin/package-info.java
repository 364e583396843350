/** The socket of capabilities: one list that filter, prioritize and bind all run. Input: pod and node views; output: verdicts, scores and what a pod gets. Triggered by the verbs. Scheduler specification section 20. */
@NullMarked
package io.koordbridge.scheduler.plugin;

import org.jspecify.annotations.NullMarked;
