package io.koordbridge.yarnoperator.amounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.amounts.ClusterSums.Look;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDemand;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeGaugesTest {

    private static final String LEASE = "koord_yarn_node_lease_milli_cpu{cluster=default,node=one}";
    private static final String ALLOCATED = "koord_yarn_node_allocated_memory_bytes{cluster=default,node=one}";

    private final MetricRegistry registry = new MetricRegistry();
    private final NodeGauges gauges = new NodeGauges(registry, true);
    private final Looked one = new Looked("one").manager("", ManagerState.LIVE);
    private Map<String, ClusterReport> reports = Map.of("", Looked.report("", ClusterDemand.UNKNOWN));

    private Look look(Looked... nodes) {
        List<NodeLeaseStatus> all = Stream.of(nodes).map(Looked::status).toList();
        return new Look(all, Set.of(""), reports, StateTimes.NONE, YarnConversion.DEFAULT, Looked.NOW, Looked.NOW);
    }

    @Test
    void eachNodeHasFourSeriesWhileItIsThere() {
        gauges.show(look(one, new Looked("two").manager("", ManagerState.LIVE)));
        assertThat(registry.getGauges()).hasSize(8);
        assertThat(registry.getGauges().get(LEASE).getValue()).isEqualTo(2_000L);
        assertThat(registry.getGauges().get(ALLOCATED).getValue()).isEqualTo(2_048L << 20);

        gauges.show(look(one));
        assertThat(registry.getGauges()).hasSize(4);
        gauges.hide();
        assertThat(registry.getGauges()).isEmpty();
    }

    @Test
    void whatIsNotKnownHasNoSeries() {
        one.state = LeaseStateName.UNKNOWN;
        reports = Map.of();

        gauges.show(look(one));

        assertThat(registry.getGauges()).isEmpty();
    }

    @Test
    void nothingIsShownUnlessAskedFor() {
        new NodeGauges(registry, false).show(look(one));

        assertThat(registry.getGauges()).isEmpty();
    }
}
