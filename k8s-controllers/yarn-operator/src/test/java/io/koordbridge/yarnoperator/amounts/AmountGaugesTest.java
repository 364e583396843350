package io.koordbridge.yarnoperator.amounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.yarnoperator.amounts.AmountGauges.Shown;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AmountGaugesTest {

    private static final BatchAmount SOME = new BatchAmount(1_500, 3L << 30);

    private final MetricRegistry registry = new MetricRegistry();
    private final ManualClock clock = new ManualClock(Looked.NOW);
    private final AmountGauges gauges = new AmountGauges(registry, clock);

    @BeforeEach
    void register() {
        gauges.register("");
        gauges.registerAnswers("");
    }

    private Object value(String family) {
        return registry.getGauges().get(family).getValue();
    }

    private void show(ClusterAmounts amounts) {
        gauges.show("", new Shown(clock.instant(), amounts, Duration.ofMillis(1_500), Duration.ofSeconds(9), 4L));
    }

    @Test
    void everyFamilyHasAValueOfItsOwnUnit() {
        show(new ClusterAmounts(
                SOME,
                SOME,
                SOME,
                SOME,
                SOME,
                SOME,
                SOME,
                Map.of(LeaseStateName.UNKNOWN, 2L),
                Map.of(LeaseStateName.STALE, 70L),
                3L));

        for (String part : new String[] {"origin", "pods", "lease", "capability", "allocated", "used", "pending"}) {
            assertThat(value("koord_yarn_" + part + "_milli_cpu{cluster=default}"))
                    .isEqualTo(1_500L);
            assertThat(value("koord_yarn_" + part + "_memory_bytes{cluster=default}"))
                    .isEqualTo(3L << 30);
        }
        assertThat(value("koord_yarn_nodes{cluster=default,state=unmatched}")).isEqualTo(2L);
        assertThat(value("koord_yarn_state_seconds{cluster=default,state=stale}"))
                .isEqualTo(70L);
        assertThat(value("koord_yarn_unmatched_node_managers{cluster=default}")).isEqualTo(3L);
        assertThat(value("koord_yarn_report_age_seconds{cluster=default}")).isEqualTo(1.5);
        assertThat(value("koord_yarn_use_age_seconds{cluster=default}")).isEqualTo(9.0);
        assertThat(value("koord_yarn_resource_manager_preempted_containers{cluster=default}"))
                .isEqualTo(4L);
    }

    @Test
    void whatIsNotKnownHasNoValue() {
        assertThat(registry.getGauges().values()).allMatch(gauge -> gauge.getValue() == null);
        show(ClusterAmounts.UNKNOWN);

        assertThat(value("koord_yarn_used_memory_bytes{cluster=default}")).isNull();
        assertThat(value("koord_yarn_unmatched_node_managers{cluster=default}")).isNull();
        assertThat(value("koord_yarn_report_age_seconds{cluster=default}")).isNotNull();
    }

    @Test
    void aReplicaThatDoesNotLeadOrALoopThatHangsShowsNothing() {
        show(ClusterAmounts.UNKNOWN);
        clock.advance(Duration.ofSeconds(31));
        assertThat(value("koord_yarn_report_age_seconds{cluster=default}")).isNull();

        show(ClusterAmounts.UNKNOWN);
        assertThat(value("koord_yarn_report_age_seconds{cluster=default}")).isNotNull();
        gauges.hide();
        assertThat(value("koord_yarn_report_age_seconds{cluster=default}")).isNull();
    }
}
