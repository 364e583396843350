package io.koordbridge.manager.quota.topology;

import static io.koordbridge.manager.quota.topology.Quotas.annotated;
import static io.koordbridge.manager.quota.topology.Quotas.leaf;
import static io.koordbridge.manager.quota.topology.Quotas.parent;
import static io.koordbridge.manager.quota.topology.Quotas.topology;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.WellKnown;
import java.math.BigDecimal;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QuotaTopologyTest {

    private static final String ROOT = WellKnown.ROOT_QUOTA;

    private static QuotaTopology with(QuotaTopology topology, ElasticQuota quota) {
        return topology.after(new QuotaDecision.Change(quota.getMetadata().getName(), QuotaInfo.of(quota)));
    }

    private static BigDecimal minimum(QuotaTopology topology, String parent) {
        return topology.minimumOfChildren(parent).get("cpu");
    }

    @Test
    void sumsTheMinimumsRightBelowAQuota() {
        QuotaTopology topology =
                topology(parent("team", ROOT, 9), leaf("a", "team", 3), leaf("b", "team", 2), leaf("c", ROOT, 7));

        assertThat(minimum(topology, "team")).isEqualByComparingTo("5");
        assertThat(topology.minimumOfChildren("team", "a").get("cpu")).isEqualByComparingTo("2");
        assertThat(topology.minimumOfChildren("team", "new").get("cpu")).isEqualByComparingTo("5");
    }

    @Test
    void followsAQuotaToItsNewParent() {
        QuotaTopology before = topology(parent("x", ROOT, 9), parent("y", ROOT, 9), leaf("a", "x", 3));

        QuotaTopology after = with(before, leaf("a", "y", 4));

        assertThat(after.children("x")).isEmpty();
        assertThat(minimum(after, "y")).isEqualByComparingTo("4");
        assertThat(minimum(before, "x")).isEqualByComparingTo("3");
    }

    @Test
    void isTheSameAfterAChangeOfNothing() {
        QuotaTopology topology = topology(leaf("a", ROOT, 3));

        assertThat(with(topology, leaf("a", ROOT, 3))).isSameAs(topology);
        assertThat(topology.after(new QuotaDecision.Change("gone", null))).isSameAs(topology);
    }

    @Test
    void forgetsAQuotaWithItsNamespaces() {
        QuotaTopology topology = topology(annotated(leaf("a", ROOT, 3), "namespaces", "[\"shop\", \"pay\"]"));

        QuotaTopology after = topology.after(new QuotaDecision.Change("a", null));

        assertThat(topology.boundTo("shop")).contains("a");
        assertThat(after.boundTo("shop")).isEmpty();
        assertThat(after.quota("a")).isEmpty();
        assertThat(after.quotas()).isEmpty();
    }

    @Test
    void findsTheQuotaOfANameBeforeThatOfANamespace() {
        QuotaTopology topology =
                topology(leaf("named", ROOT, 1), annotated(leaf("bound", ROOT, 1), "namespaces", "[\"shop\"]"));

        assertThat(topology.find("named", "shop").map(QuotaInfo::name)).contains("named");
        assertThat(topology.find("unknown", "shop").map(QuotaInfo::name)).contains("bound");
        assertThat(topology.find("unknown", "other")).isEmpty();
    }

    @Test
    void seesACircleThroughAnyNumberOfParents() {
        QuotaTopology topology = topology(parent("a", ROOT, 1), parent("b", "a", 1), parent("c", "b", 1));

        assertThat(topology.closesCircle("a", "c")).isTrue();
        assertThat(topology.closesCircle("a", "a")).isTrue();
        assertThat(topology.closesCircle("c", "a")).isFalse();
        assertThat(topology.closesCircle("new", "unknown")).isFalse();
    }

    @Test
    void showsParentsWithoutAnObject() {
        QuotaTopology topology = topology(leaf("a", "missing", 1), leaf("b", ROOT, 1));

        assertThat(topology.hierarchy())
                .containsEntry("missing", Set.of("a"))
                .containsEntry(ROOT, Set.of("b"))
                .containsEntry("a", Set.of());
    }
}
