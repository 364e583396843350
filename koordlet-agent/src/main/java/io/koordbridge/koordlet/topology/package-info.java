/**
 * Logical CPUs of the machine and where they sit: core, socket, NUMA node. Input: /sys, read again once a minute. Node agent
 * specification section 7, CPU info.
 */
@NullMarked
package io.koordbridge.koordlet.topology;

import org.jspecify.annotations.NullMarked;
