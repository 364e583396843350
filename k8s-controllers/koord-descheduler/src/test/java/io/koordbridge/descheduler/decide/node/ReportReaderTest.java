package io.koordbridge.descheduler.decide.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.work.LinearWork;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportReaderTest {

    private static final Instant RECEIVED = Instant.parse("2026-07-01T12:00:00Z");
    private static final String SYSTEM =
            "'nodeMetric': {'systemUsage': {'resources': {'cpu': '100m', 'memory': '1Ki'}}}";

    private static NodeMetric metric(String status) {
        try {
            String json = "{'metadata': {'name': 'n1'}, 'status': " + status + "}";
            return Json.as(Json.MAPPER.readTree(json.replace('\'', '"')), NodeMetric.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static LoadReport read(String status) {
        return ReportReader.of(metric(status), RECEIVED);
    }

    @Test
    void whatRunsForYarnIsLeftOut() {
        LoadReport report = read("{'updateTime': '2026-07-01T11:59:00Z', " + SYSTEM
                + ", 'podsMetric': [{'namespace': 'd', 'name': 'a', 'podUsage': {'resources': {'cpu': '1500m'}}}]"
                + ", 'hostApplicationMetric': [{'name': 'hadoop-yarn', 'usage': {'resources': {'cpu': '9'}}},"
                + " {'name': 'nginx', 'usage': {'resources': {'cpu': '1', 'memory': '5'}}}]}");

        assertThat(report.problem()).isEmpty();
        assertThat(report.updated()).isEqualTo("2026-07-01T11:59:00Z");
        assertThat(report.received()).isEqualTo(RECEIVED);
        assertThat(report.system()).isEqualTo(Map.of("cpu", 100L, "memory", 1024L));
        assertThat(report.pods()).isEqualTo(Map.of("d/a", Map.of("cpu", 1500L)));
        assertThat(report.hostApplications()).isEqualTo(Map.of("nginx", Map.of("cpu", 1000L, "memory", 5L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | invalid status.nodeMetric: it is missing",
                "{'nodeMetric': {}} | invalid status.nodeMetric.systemUsage.resources.cpu: it is missing",
                "{'nodeMetric': {'systemUsage': {'resources': {'cpu': '-1', 'memory': '1'}}}} | invalid"
                        + " status.nodeMetric.systemUsage.resources.cpu: '-1'; allowed: a quantity from 0 to 281474976710656",
                "{'nodeMetric': {'systemUsage': {'resources': {'cpu': '1', 'memory': '9E'}}}} | invalid"
                        + " status.nodeMetric.systemUsage.resources.memory: '9E'; allowed: a quantity from 0 to 281474976710656",
            })
    void anImpossibleReportNamesFieldAndValue(String status, String problem) {
        assertThat(read(status).problem()).isEqualTo(problem);
    }

    @Test
    void anImpossibleValueOfAPodSpoilsTheReport() {
        LoadReport report = read("{" + SYSTEM
                + ", 'podsMetric': [{'namespace': 'd', 'name': 'a', 'podUsage': {'resources': {'memory': '-5'}}}]}");

        assertThat(report.problem()).startsWith("invalid status.podsMetric[0].podUsage.resources.memory: '-5'");
    }

    @Test
    void aPodThatIsReportedTwiceCountsTwice() {
        String pod = "{'namespace': 'd', 'name': 'a', 'podUsage': {'resources': {'cpu': '1', 'memory': '2'}}}";

        LoadReport report = read("{" + SYSTEM + ", 'podsMetric': [" + pod + "," + pod + "]}");

        assertThat(report.pods()).isEqualTo(Map.of("d/a", Map.of("cpu", 2000L, "memory", 4L)));
    }

    @Test
    void aNodeMetricWithoutStatusHasAProblem() {
        NodeMetric metric = new NodeMetric();

        assertThat(ReportReader.of(metric, RECEIVED).problem()).isEqualTo("invalid status: it is missing");
    }

    @TestFactory
    DynamicTest workIsLinearInTheNumberOfPods() {
        return LinearWork.test(
                "pods of a report",
                2000,
                size -> metric("{" + SYSTEM + ", 'podsMetric': ["
                        + IntStream.range(0, size)
                                .mapToObj(i -> "{'namespace': 'd', 'name': 'p" + i
                                        + "', 'podUsage': {'resources': {'cpu': '1500m', 'memory': '2Mi'}}}")
                                .collect(Collectors.joining(","))
                        + "]}"),
                metric -> ReportReader.of(metric, RECEIVED));
    }
}
