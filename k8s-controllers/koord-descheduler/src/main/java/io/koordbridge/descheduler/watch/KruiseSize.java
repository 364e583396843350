package io.koordbridge.descheduler.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * What is read of a workload of OpenKruise.
 *
 * @param replicas 1 when absent
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record KruiseSize(@Nullable Integer replicas) {}
