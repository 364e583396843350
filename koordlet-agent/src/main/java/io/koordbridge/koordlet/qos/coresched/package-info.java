/**
 * Core scheduling: which processes may share the threads of a core. Inputs: cpuQOS of the NodeSLO, labels of pods. Outputs: the group of each
 * pod and cpu.idle of each QoS class, as values only; cookies of processes are not managed, and cpu.idle is written by no part of the agent.
 * With the gate the preflight and {@code /state} say what the kernel would take. Node agent specification section 14.7.
 */
@NullMarked
package io.koordbridge.koordlet.qos.coresched;

import org.jspecify.annotations.NullMarked;
