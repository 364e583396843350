package io.koordbridge.api.slo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.ReportFault.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportFaultTest {

    @Test
    void saysWhatIsAllowed() {
        assertThat(new ReportFault(Kind.UNREADABLE, "status.x", "many").message())
                .isEqualTo(
                        "status.x: 'many' is not a quantity; allowed: a number with an optional suffix, such as 250m or"
                                + " 2Gi");
    }

    @Test
    void saysWhatAMissingValueMeans() {
        assertThat(new ReportFault(Kind.MISSING, "status.x", "").message())
                .isEqualTo(
                        "status.x: is missing; allowed: a number with an optional suffix, such as 250m or 2Gi, 0 or more");
    }

    @Test
    void onlyFaultsOfSinglePodsLeaveTheReportInUse() {
        for (Kind kind : Kind.values()) {
            ReportFault fault = new ReportFault(kind, "status.x", "");

            assertThat(fault.onlyOfPod()).as("%s", kind).isEqualTo(kind == Kind.OF_POD);
            assertThat(fault.rejectsReport())
                    .as("%s", kind)
                    .isEqualTo(kind == Kind.UNREADABLE || kind == Kind.NEGATIVE);
        }
    }

    @Test
    void findsTheFaultOfAReport() {
        ResourceUsage bad = ResourceUsage.of(Map.of("cpu", new Quantity("-1"), "memory", new Quantity("1Gi")));
        NodeMetricStatus status = new NodeMetricStatus(
                null, null, List.of(new PodMetricInfo("p", "ns", bad, null, null, null)), null, null, null);

        assertThat(ReportFault.first(status)).map(ReportFault::kind).contains(Kind.OF_POD);
    }
}
