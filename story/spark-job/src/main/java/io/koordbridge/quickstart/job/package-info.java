/**
 * The batch job that the quickstart and the YARN tests run: a Monte-Carlo estimate of π in many small tasks. Beside it a job that moves
 * data between its executors, for tests of the cost of a shrink.
 *
 * <p>Inputs: number of tasks and samples per task. Output: the estimate and the exact hit count, in the driver's log and, if
 * asked for, in a file. Every task draws from a generator seeded by its own index, so a task that is run again after its
 * executor was taken away gives the same hits, and the job's result does not depend on what was lost on the way.
 */
@NullMarked
package io.koordbridge.quickstart.job;

import org.jspecify.annotations.NullMarked;
