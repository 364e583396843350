package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The whole process with a ResourceManager that comes and goes. */
class AmountsKeeperTest {

    private static final String IN_USE = "koord_yarn_core_seconds_total{cluster=default,pool=default,queue=root.a}";
    private static final String CAPABILITY = "koord_yarn_capability_milli_cpu{cluster=default}";
    private static final String LEASE = "koord_yarn_lease_milli_cpu{cluster=default}";
    private static final String AGE = "koord_yarn_report_age_seconds{cluster=default}";

    private final SmallOperator operator = new SmallOperator(new BatchAmount(4_000, 8L << 30));

    @AfterEach
    void stop() {
        operator.close();
    }

    @Test
    void theLeaderShowsWhatItDecidedAndCountsWhatQueuesHold() throws Exception {
        operator.yarn().use("root.a", new YarnAmount(2, 2_048), 0);
        operator.start(
                new YarnAmount(2, 2_048),
                new YarnAmount(1, 1_024),
                "lease.times.reportStale=2s",
                "amounts.readInterval=1s",
                "amounts.newSeriesAtZero=0s");

        soon().until(() -> operator.gauge(LEASE), Long.valueOf(2_000)::equals);
        soon().until(() -> operator.gauge(CAPABILITY), Long.valueOf(2_000)::equals);
        soon().until(() -> operator.counter(IN_USE) > 0);
        operator.yarn().use("root.a", new YarnAmount(2, 2_048), 5);
        soon().until(() -> operator.counter("koord_yarn_containers_lost_total{cluster=default,reason=preempted}") == 5);

        operator.yarn().away(true);
        soon().until(() -> operator.gauge(CAPABILITY) == null);
        assertThat(operator.gauge(LEASE)).isEqualTo(2_000L);
        assertThat((Double) operator.gauge(AGE)).isGreaterThan(1);
        operator.yarn().away(false);
        soon().until(() -> operator.gauge(CAPABILITY), Long.valueOf(2_000)::equals);
    }
}
