/**
 * {@code colo convert}: configurations of Koordinator become values of the chart. Input: a KubeSchedulerConfiguration with the arguments of
 * Koordinator's plugins, as a file or in a ConfigMap. Output: values, and each field without a counterpart. Trigger: the command. Section of the
 * specification: scheduler-numa.md 5, scheduler-quota.md 1.4 and 10. No process is asked.
 */
@NullMarked
package io.koordbridge.colo.convert;

import org.jspecify.annotations.NullMarked;
