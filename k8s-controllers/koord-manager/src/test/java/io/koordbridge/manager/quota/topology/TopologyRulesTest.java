package io.koordbridge.manager.quota.topology;

import static io.koordbridge.manager.quota.topology.Quotas.leaf;
import static io.koordbridge.manager.quota.topology.Quotas.parent;
import static io.koordbridge.manager.quota.topology.Quotas.topology;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologyRulesTest {

    private static final String ROOT = WellKnown.ROOT_QUOTA;

    private static Optional<String> violation(QuotaTopology topology, ElasticQuota quota) {
        return TopologyRules.violation(topology, QuotaInfo.of(quota), QuotaGates.DEFAULTS);
    }

    private static ElasticQuota labelled(ElasticQuota quota, String key, String value) {
        Map<String, String> labels = new HashMap<>(quota.getMetadata().getLabels());
        labels.put(key, value);
        quota.getMetadata().setLabels(labels);
        return quota;
    }

    private static ElasticQuota naming(ElasticQuota quota, Map<String, String> min, Map<String, String> max) {
        quota.setSpec(new ElasticQuotaSpec(list(min), list(max)));
        return quota;
    }

    private static Map<String, Quantity> list(Map<String, String> amounts) {
        Map<String, Quantity> list = new HashMap<>();
        amounts.forEach((name, amount) -> list.put(name, new Quantity(amount)));
        return list;
    }

    @Test
    void keepsAParentWithChildrenAParent() {
        QuotaTopology topology = topology(parent("team", ROOT, 4), leaf("child", "team", 2));
        QuotaInfo team = QuotaInfo.of(parent("team", ROOT, 4));
        QuotaInfo leaf = QuotaInfo.of(leaf("team", ROOT, 4));

        assertThat(TopologyRules.parenthood(topology, team, leaf, false))
                .contains("quota team has children and must stay a parent");
        assertThat(TopologyRules.parenthood(QuotaTopology.EMPTY, team, leaf, false))
                .isEmpty();
    }

    @Test
    void makesNoParentOfAQuotaWithPods() {
        QuotaInfo leaf = QuotaInfo.of(leaf("team", ROOT, 4));
        QuotaInfo team = QuotaInfo.of(parent("team", ROOT, 4));

        assertThat(TopologyRules.parenthood(QuotaTopology.EMPTY, leaf, team, true))
                .contains("quota team has pods and cannot become a parent");
        assertThat(TopologyRules.parenthood(QuotaTopology.EMPTY, leaf, team, false))
                .isEmpty();
    }

    @Test
    void demandsAKnownParentThatIsMarkedAsOne() {
        QuotaTopology topology = topology(leaf("plain", ROOT, 4));

        assertThat(violation(topology, leaf("child", "nowhere", 1)))
                .hasValueSatisfying(text -> assertThat(text).contains("parent nowhere", "not known"));
        assertThat(violation(topology, leaf("child", "plain", 1)))
                .hasValueSatisfying(text -> assertThat(text).contains("plain", "not marked as a parent"));
    }

    @Test
    void limitsTheMinimumsOfTheChildrenToTheirParents() {
        QuotaTopology topology = topology(parent("team", ROOT, 4), leaf("a", "team", 3));

        assertThat(violation(topology, leaf("b", "team", 1))).isEmpty();
        assertThat(violation(topology, leaf("b", "team", 2)))
                .hasValueSatisfying(text -> assertThat(text).contains("children of quota team sum up to", "5", "4"));
        assertThat(violation(topology, parent("team", ROOT, 2)))
                .hasValueSatisfying(text -> assertThat(text).contains("children of quota team"));
    }

    @Test
    void doesNotCheckSumsOfAQuotaThatMayBeForced() {
        QuotaTopology topology = topology(parent("team", ROOT, 4), leaf("a", "team", 3));

        assertThat(violation(topology, labelled(leaf("b", "team", 2), Labels.QUOTA_ALLOW_FORCE_UPDATE, "true")))
                .isEmpty();
    }

    @Test
    void demandsTheResourcesOfTheParent() {
        QuotaTopology topology = topology(parent("team", ROOT, 4));
        ElasticQuota other = naming(leaf("a", "team", 1), Map.of("cpu", "1"), Map.of("cpu", "1", "gpu", "1"));
        ElasticQuota fewer = naming(leaf("a", "team", 1), Map.of(), Map.of());

        assertThat(violation(topology, other))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("spec.max of quota a", "gpu", "the same", "ElasticQuotaEnableUpdateResourceKey"));
        assertThat(TopologyRules.violation(topology, QuotaInfo.of(fewer), new QuotaGates(true, false)))
                .isEmpty();
        assertThat(violation(topology, fewer)).isPresent();
    }

    @Test
    void keepsAQuotaInItsTree() {
        QuotaInfo before = QuotaInfo.of(labelled(leaf("a", ROOT, 1), Labels.QUOTA_TREE_ID, "one"));
        QuotaInfo after = QuotaInfo.of(labelled(leaf("a", ROOT, 1), Labels.QUOTA_TREE_ID, "two"));
        QuotaTopology topology = topology(labelled(parent("team", ROOT, 4), Labels.QUOTA_TREE_ID, "one"));

        assertThat(TopologyRules.treeChange(before, after))
                .hasValueSatisfying(text -> assertThat(text).contains("'one'", "'two'"));
        assertThat(violation(topology, labelled(leaf("a", "team", 1), Labels.QUOTA_TREE_ID, "two")))
                .hasValueSatisfying(text -> assertThat(text).contains("differs from 'one' of its parent team"));
    }

    @Test
    void reportsSumsThatAreExceededAlready() {
        QuotaTopology topology = topology(parent("team", ROOT, 4), leaf("a", "team", 3), leaf("b", "team", 2));

        assertThat(TopologyRules.exceededSums(topology)).containsOnlyKeys("team");
        assertThat(TopologyRules.exceededSums(topology(parent("team", ROOT, 4), leaf("a", "team", 4))))
                .isEmpty();
    }
}
