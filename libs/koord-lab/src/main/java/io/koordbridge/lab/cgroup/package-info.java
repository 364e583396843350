/** Control groups of the kernel that tests and benchmarks make for themselves. */
@NullMarked
package io.koordbridge.lab.cgroup;

import org.jspecify.annotations.NullMarked;
