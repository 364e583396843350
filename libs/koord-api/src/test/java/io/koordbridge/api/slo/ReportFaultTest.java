package io.koordbridge.api.slo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportFaultTest {

    private static final ResourceUsage GOOD =
            new ResourceUsage(Map.of("cpu", new Quantity("250m"), "memory", new Quantity("2Gi")), null);
    private static final ResourceUsage BAD =
            new ResourceUsage(Map.of("cpu", new Quantity("many", ""), "memory", new Quantity("1Gi")), null);

    private static NodeMetricStatus node(ResourceUsage node, ResourceUsage system) {
        return new NodeMetricStatus(null, new NodeMetricInfo(node, null, system, null, null), null, null, null, null);
    }

    private static NodeMetricStatus pods(ResourceUsage... usages) {
        List<PodMetricInfo> pods = java.util.Arrays.stream(usages)
                .map(usage -> new PodMetricInfo("p", "ns", usage, null, null, null))
                .toList();
        return new NodeMetricStatus(null, null, pods, null, null, null);
    }

    private static NodeMetricStatus application(ResourceUsage usage) {
        HostApplicationMetricInfo application = new HostApplicationMetricInfo("a", usage, null, null);
        return new NodeMetricStatus(null, null, null, List.of(application), null, null);
    }

    private static NodeMetricStatus reclaimable(ResourceUsage usage) {
        return new NodeMetricStatus(null, null, null, null, new ReclaimableMetric(usage), null);
    }

    @Test
    void namesTheFieldThatHoldsNoQuantity() {
        assertThat(ReportFault.first(node(BAD, GOOD)))
                .contains(new ReportFault("status.nodeMetric.nodeUsage.resources.cpu", "many"));
        assertThat(field(node(GOOD, BAD))).isEqualTo("status.nodeMetric.systemUsage.resources.cpu");
        assertThat(field(pods(GOOD, BAD))).isEqualTo("status.podsMetric[1].podUsage.resources.cpu");
        assertThat(field(application(BAD))).isEqualTo("status.hostApplicationMetric[0].usage.resources.cpu");
        assertThat(field(reclaimable(BAD))).isEqualTo("status.prodReclaimableMetric.resource.resources.cpu");
    }

    private static String field(NodeMetricStatus status) {
        return ReportFault.first(status).orElseThrow().field();
    }

    @Test
    void findsNothingInAGoodReport() {
        assertThat(ReportFault.first(node(GOOD, GOOD))).isEmpty();
        assertThat(ReportFault.first(pods(GOOD))).isEmpty();
        assertThat(ReportFault.first(new NodeMetricStatus(null, null, null, null, null, null)))
                .isEmpty();
    }

    @Test
    void saysWhatIsAllowed() {
        assertThat(new ReportFault("status.x", "many").message())
                .isEqualTo(
                        "status.x: 'many' is not a quantity; allowed: a number with an optional suffix, such as 250m or"
                                + " 2Gi");
    }
}
