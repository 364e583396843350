package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.jackson.Jackson;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.LeasePlanner;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.testkit.guide.GuideTables;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked node of docs/guide/yarn.md is divided as the table there says. */
class YarnGuideTest {

    private static final BatchAmount ORIGIN = new BatchAmount(20_000, 40L << 30);
    private static final BatchAmount PODS = new BatchAmount(4_000, 8L << 30);
    private static final YarnAmount USED = new YarnAmount(6, 12 << 10);
    private static final Map<String, Demand> WAITING = Map.of(
            "neither", new Demand(true, 0, 0, false),
            "YARN", new Demand(true, 1, 1024, false),
            "pods", new Demand(true, 0, 0, true),
            "both", new Demand(true, 1, 1024, true));

    static Stream<List<String>> rows() {
        return new GuideTables("yarn.md").rows("lease settings", "who waits", "vcores", "MiB");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void thePolicyGivesYarnWhatTheTableSays(List<String> row) throws IOException {
        LeaseConfig settings = Jackson.newObjectMapper()
                .readValue(row.get(0).replace("`", ""), LeaseSection.class)
                .settings();
        NodeBalances books = new NodeBalances(ORIGIN, PODS, BatchAmount.ZERO, ORIGIN, true, null, false, null);

        YarnAmount wanted = LeasePlanner.plan(
                        books,
                        USED,
                        YarnAmount.ZERO,
                        WAITING.get(row.get(1)),
                        1,
                        settings.planner(),
                        settings.conversion())
                .wanted();

        assertThat(wanted).isEqualTo(new YarnAmount(Long.parseLong(row.get(2)), Long.parseLong(row.get(3))));
    }

    @Test
    void theTableIsRead() {
        assertThat(rows()).hasSize(9);
    }
}
