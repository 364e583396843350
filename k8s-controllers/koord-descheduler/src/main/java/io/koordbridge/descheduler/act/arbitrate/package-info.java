/**
 * Lets jobs pass one after the other, within the limits; descheduler specification section 5.1.
 *
 * <p>Inputs: changes of jobs, the pure round; outputs: an annotation on a job that passes, the phase Failed on one that must not, what each
 * of the others waits for. Trigger: every interval, 500 ms by default, while a job waits. The waiting set holds names, as many as the cache
 * of jobs has. A round writes at most 50 jobs, of which at least 10 are kept for those that fail: thousands of bad jobs of one user
 * take their turns and delay no job of another, and a job that passes never waits for them.
 */
@NullMarked
package io.koordbridge.descheduler.act.arbitrate;

import org.jspecify.annotations.NullMarked;
