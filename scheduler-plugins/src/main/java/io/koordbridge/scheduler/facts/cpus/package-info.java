/** Choice of logical CPUs for a pod that binds them. Input: CPU layout, held CPUs, request; output: a CPU set or the reason for its absence. Triggered by trial allocations of filter and by bind. Scheduler specification sections 6 and 13. */
@NullMarked
package io.koordbridge.scheduler.facts.cpus;

import org.jspecify.annotations.NullMarked;
