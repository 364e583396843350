/** Use of nodes from the range queries of a Prometheus: node exporter first, cAdvisor where it is missing. */
@NullMarked
package io.koordbridge.colo.plan.prometheus;

import org.jspecify.annotations.NullMarked;
