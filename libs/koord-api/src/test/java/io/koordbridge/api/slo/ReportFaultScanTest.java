package io.koordbridge.api.slo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.ReportFault.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportFaultScanTest {

    private static final ResourceUsage GOOD =
            new ResourceUsage(Map.of("cpu", new Quantity("250m"), "memory", new Quantity("2Gi")), null);
    private static final ResourceUsage BAD =
            new ResourceUsage(Map.of("cpu", new Quantity("many", ""), "memory", new Quantity("1Gi")), null);

    private static Optional<ReportFault> find(NodeMetricStatus status) {
        return new ReportFaultScan().of(status);
    }

    private static NodeMetricStatus node(ResourceUsage node, ResourceUsage system) {
        return new NodeMetricStatus(null, new NodeMetricInfo(node, null, system, null, null), null, null, null, null);
    }

    private static NodeMetricStatus pods(ResourceUsage... usages) {
        List<PodMetricInfo> pods = new ArrayList<>();
        for (ResourceUsage usage : usages) {
            pods.add(new PodMetricInfo("p" + pods.size(), "ns", usage, null, null, null));
        }
        return new NodeMetricStatus(null, null, pods, null, null, null);
    }

    private static NodeMetricStatus twice(ResourceUsage first, ResourceUsage second) {
        List<PodMetricInfo> pods = List.of(
                new PodMetricInfo("p", "ns", first, null, null, null),
                new PodMetricInfo("p", "ns", second, null, null, null));
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
        assertThat(find(node(BAD, GOOD)))
                .contains(new ReportFault(Kind.UNREADABLE, "status.nodeMetric.nodeUsage.resources.cpu", "many"));
        assertThat(field(node(GOOD, BAD))).isEqualTo("status.nodeMetric.systemUsage.resources.cpu");
        assertThat(field(pods(GOOD, BAD))).isEqualTo("status.podsMetric[1].podUsage.resources.cpu");
        assertThat(field(application(BAD))).isEqualTo("status.hostApplicationMetric[0].usage.resources.cpu");
        assertThat(field(reclaimable(BAD))).isEqualTo("status.prodReclaimableMetric.resource.resources.cpu");
    }

    private static String field(NodeMetricStatus status) {
        return find(status).orElseThrow().field();
    }

    @Test
    void findsNothingInAGoodReport() {
        assertThat(find(node(GOOD, GOOD))).isEmpty();
        assertThat(find(pods(GOOD))).isEmpty();
        assertThat(find(new NodeMetricStatus(null, null, null, null, null, null)))
                .isEmpty();
    }

    private static ResourceUsage usage(String cpu, String memory) {
        return new ResourceUsage(Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)), null);
    }

    @Test
    void negativeUsageOfNodeSystemOrHostRejectsTheReport() {
        ResourceUsage negative = usage("1", "-1Gi");

        assertThat(find(node(negative, GOOD)))
                .contains(new ReportFault(Kind.NEGATIVE, "status.nodeMetric.nodeUsage.resources.memory", "-1Gi"));
        assertThat(find(node(GOOD, negative)).orElseThrow().rejectsReport()).isTrue();
        assertThat(find(application(negative)).orElseThrow().rejectsReport()).isTrue();
        assertThat(find(reclaimable(negative))).isEmpty();
    }

    @Test
    void missingUsageOfTheSystemIsAFaultAndThatOfTheNodeIsNot() {
        ResourceUsage noCpu = new ResourceUsage(Map.of("memory", new Quantity("1Gi")), null);

        assertThat(find(node(noCpu, GOOD))).isEmpty();
        assertThat(find(node(GOOD, noCpu)))
                .contains(new ReportFault(Kind.MISSING, "status.nodeMetric.systemUsage.resources.cpu", ""));
        assertThat(find(node(GOOD, null)).orElseThrow().rejectsReport()).isFalse();
    }

    @Test
    void usageOfAPodThatIsNegativeOrMissingIsAFaultOfThePod() {
        ReportFault negative = find(pods(GOOD, usage("-30", "1Gi"))).orElseThrow();

        assertThat(negative)
                .isEqualTo(new ReportFault(Kind.OF_POD, "status.podsMetric[1].podUsage.resources.cpu", "-30"));
        assertThat(negative.onlyOfPod()).isTrue();
        assertThat(negative.message())
                .isEqualTo(
                        "status.podsMetric[1].podUsage.resources.cpu: '-30' is missing or negative, so the request of the"
                                + " pod counts; allowed: a number with an optional suffix, such as 250m or 2Gi, 0 or more");
        assertThat(find(pods((ResourceUsage) null)).orElseThrow().onlyOfPod()).isTrue();
    }

    @Test
    void twoEntriesOfAPodAreAFaultWhereTheyDiffer() {
        assertThat(find(twice(GOOD, usage("250m", "2Gi")))).isEmpty();
        assertThat(find(twice(GOOD, usage("0", "2Gi"))))
                .contains(new ReportFault(Kind.TWICE, "status.podsMetric[1]", "ns/p"));
    }

    @Test
    void theWorstFaultIsNamed() {
        assertThat(find(pods(usage("-1", "1Gi"), BAD)).orElseThrow().kind()).isEqualTo(Kind.UNREADABLE);
    }
}
