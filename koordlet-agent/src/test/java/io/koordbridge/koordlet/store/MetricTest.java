package io.koordbridge.koordlet.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.store.Metric.Scope;
import org.junit.jupiter.api.Test;

class MetricTest {

    @Test
    void noTwoMetricsShareANameOnTheWire() {
        assertThat(Metric.values()).extracting(Metric::wireName).doesNotHaveDuplicates();
    }

    /** The scope decides how many samples are kept: a pod's metric kept as a node's would grow with the pods. */
    @Test
    void theNameOnTheWireSaysTheScope() {
        for (Metric metric : Metric.values()) {
            String name = metric.wireName();
            Scope scope = name.startsWith("container_") || name.startsWith("yarn_container_")
                    ? Scope.CONTAINER
                    : name.startsWith("pod_") || name.startsWith("host_application_") ? Scope.POD : Scope.NODE;
            assertThat(metric.scope()).as(name).isEqualTo(scope);
        }
    }
}
