package io.koordbridge.scheduler.quota.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotaGaugesTest {

    private static final String OF_A =
            "name=a,resource=cpu,tree=,is_parent=false,parent=" + WellKnown.ROOT_QUOTA + ",field=";

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final MetricRegistry metrics = new MetricRegistry();
    private final QuotaGauges gauges = new QuotaGauges(ledger, metrics);

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    private Object value(String name) {
        return metrics.getGauges().get(name).getValue();
    }

    @Test
    void eachQuotaHasItsAmountsUntilItIsGone() {
        ledger.nodeSeen("n1", cpu(10_000));
        ledger.quotaSeen(new QuotaSpec(
                "a",
                "ns",
                WellKnown.ROOT_QUOTA,
                new QuotaSpec.Tree("", ResourceVector.EMPTY, false),
                true,
                cpu(1_000),
                cpu(4_000),
                cpu(1),
                List.of()));
        gauges.round();
        ledger.podSeen(new PodQuota("u", "ns", "x", "a", cpu(700), false, "n1", PodRank.LOWEST, false, null));
        gauges.round();

        assertThat(value("elastic_quota_spec{" + OF_A + "max}")).isEqualTo(4_000L);
        assertThat(value("elastic_quota_spec{" + OF_A + "min}")).isEqualTo(1_000L);
        assertThat(value("elastic_quota_status{" + OF_A + "used}")).isEqualTo(700L);
        assertThat(value("elastic_quota_status{" + OF_A + "runtime}")).isEqualTo(700L);

        ledger.quotaGone("a");
        gauges.round();

        assertThat(metrics.getGauges().keySet()).noneMatch(name -> name.contains("name=a,"));
    }
}
