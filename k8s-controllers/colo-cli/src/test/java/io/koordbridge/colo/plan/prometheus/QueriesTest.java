package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueriesTest {
    private static final Queries QUERIES = new Queries("node, instance", "", 75);

    @Test
    void aNodeThatSeveralJobsScrapeCountsOnce() {
        assertThat(QUERIES.exporterCpu())
                .isEqualTo("max by (node, instance) (sum by (node, instance, job) "
                        + "(rate(node_cpu_seconds_total{mode=~\"user|nice|system|irq|softirq\"}[75s])))");
        assertThat(QUERIES.exporterMemory())
                .isEqualTo("max by (node, instance) (node_memory_MemTotal_bytes - node_memory_MemAvailable_bytes)");
    }

    @Test
    void matchersStandInEverySelector() {
        Queries matched = new Queries("node, instance", "cluster=\"prod\"", 75);

        assertThat(matched.exporterMemory())
                .contains(
                        "node_memory_MemTotal_bytes{cluster=\"prod\"} - node_memory_MemAvailable_bytes{cluster=\"prod\"}");
        assertThat(matched.rootCpu()).contains("container_cpu_usage_seconds_total{id=\"/\",cluster=\"prod\"}[75s]");
    }

    @ParameterizedTest
    @CsvSource({
        "/kubepods.slice/kubepods-besteffort.slice, true",
        "/kubepods/besteffort, true",
        "/kubelet/kubepods/besteffort, true",
        "/, false",
        "/kubepods.slice/kubepods-burstable.slice, false",
        "/kubepods/besteffort/pod1, false",
        "/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod1.slice, false"
    })
    void theBestEffortTierIsTheGroupOfEitherDriver(String group, boolean is) {
        String expression = QUERIES.bestEffortCpu();
        String pattern = expression.replaceAll(".*id=~\"([^\"]*)\".*", "$1");

        // Prometheus anchors it.
        assertThat(Pattern.matches(pattern, group)).isEqualTo(is);
    }
}
