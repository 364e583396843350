/**
 * Real programs as child processes: start, watch, end, and leave nothing behind.
 *
 * <p>Inputs: a {@link io.koordbridge.lab.process.JavaCommand} or any other command line. Outputs: a
 * {@link io.koordbridge.lab.process.ChildProcess} with pid, memory, log and an end that reaches everything the child started,
 * also what detached itself from it: every child carries a marker in its environment which its own children inherit.
 */
@NullMarked
package io.koordbridge.lab.process;

import org.jspecify.annotations.NullMarked;
