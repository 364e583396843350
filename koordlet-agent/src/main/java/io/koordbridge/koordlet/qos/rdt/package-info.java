/**
 * Shares of the last cache and of memory bandwidth for classes of pods and for annotated pods, by resctrl. Inputs: resctrlQOS of the
 * NodeSLO, annotations of pods, threads of their containers, what the processor offers. Outputs: groups, schemata and tasks of
 * {@code /sys/fs/resctrl}, given back as they were. Trigger: the timer. Node agent specification sections 13.8 and 14.8.
 */
@NullMarked
package io.koordbridge.koordlet.qos.rdt;

import org.jspecify.annotations.NullMarked;
