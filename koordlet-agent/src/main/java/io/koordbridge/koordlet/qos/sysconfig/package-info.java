/**
 * Settings of the kernel for the whole node. Inputs: systemStrategy of the NodeSLO, memory of the node. Outputs: files of
 * {@code /proc/sys}, {@code /sys/kernel/mm} and {@code /sys/kernel/debug}, given back when the NodeSLO names them no more. Trigger: the
 * timer. Node agent specification sections 5.4 and 13.10.
 */
@NullMarked
package io.koordbridge.koordlet.qos.sysconfig;

import org.jspecify.annotations.NullMarked;
