/**
 * Workloads of pods and how many of their pods may be away; descheduler specification sections 5.4 and 9.
 *
 * <p>Inputs: pod facts and scales of owners; outputs: workloads and numbers.
 */
@NullMarked
package io.koordbridge.descheduler.decide.workload;

import org.jspecify.annotations.NullMarked;
