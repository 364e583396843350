/** Disruption budgets: which victims of a preemption exceed one. Input: budgets and labels of pods, read when a preemption needs them; output: verdicts. Triggered by the preempt verb and by preemptions inside a quota. Quota specification section 8.2. */
@NullMarked
package io.koordbridge.scheduler.preempt.budget;

import org.jspecify.annotations.NullMarked;
