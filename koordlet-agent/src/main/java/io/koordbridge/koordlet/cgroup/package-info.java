/**
 * Control groups of the kernel, version 1 and 2, drivers cgroupfs and systemd: names of directories and files, conversion and
 * validation of values, reading, and the one executor through which every write goes. Node agent specification section 5.
 */
@NullMarked
package io.koordbridge.koordlet.cgroup;

import org.jspecify.annotations.NullMarked;
