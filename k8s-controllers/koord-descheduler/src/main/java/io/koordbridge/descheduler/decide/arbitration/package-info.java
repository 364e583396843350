/**
 * Which pods may be evicted, and which jobs go on now; descheduler specification sections 4 and 5.
 *
 * <p>Inputs: arguments, jobs, pods and workloads; outputs: verdicts that name the check and its numbers, and the jobs of a round that
 * pass, fail or wait. Trigger: a request of a plugin, and the interval of the arbitration.
 */
@NullMarked
package io.koordbridge.descheduler.decide.arbitration;

import org.jspecify.annotations.NullMarked;
