package io.koordbridge.manager.quota.topology;

import static io.koordbridge.manager.quota.topology.Quotas.annotated;
import static io.koordbridge.manager.quota.topology.Quotas.create;
import static io.koordbridge.manager.quota.topology.Quotas.delete;
import static io.koordbridge.manager.quota.topology.Quotas.leaf;
import static io.koordbridge.manager.quota.topology.Quotas.parent;
import static io.koordbridge.manager.quota.topology.Quotas.topology;
import static io.koordbridge.manager.quota.topology.Quotas.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaRulesTest {

    private static final String ROOT = "koordinator-root-quota";
    private static final QuotaGates GATES = QuotaGates.DEFAULTS;

    @Test
    void noQuotaBecomesItsOwnAncestor() {
        QuotaTopology topology = topology(parent("a", ROOT, 4), parent("b", "a", 4), parent("c", "b", 4));

        QuotaDecision ruling =
                QuotaRules.decide(topology, update(parent("a", ROOT, 4), parent("a", "c", 4)), GATES, false);

        assertThat(ruling.refusal()).isEqualTo("quota a is an ancestor of its parent c");
    }

    @Test
    void aParentThatComesAfterItsChildrenIsNotPutBelowThem() {
        QuotaTopology orphans = topology(parent("b", "a", 4), parent("c", "b", 4));

        QuotaDecision ruling = QuotaRules.decide(orphans, create(parent("a", "c", 4)), GATES, false);

        assertThat(ruling.refusal()).isEqualTo("quota a is an ancestor of its parent c");
        assertThat(QuotaRules.decide(orphans, create(parent("a", ROOT, 4)), GATES, false)
                        .allowed())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"cpu\": 1e999999999}", "{\"cpu\": -1E+999999999}", "{\"cpu\": \"1e-999999999\"}"})
    void aWeightWithAnEnormousExponentIsRefusedWithoutBeingWrittenOut(String weight) {
        ElasticQuota quota = annotated(leaf("a", ROOT, 1), "shared-weight", weight);

        assertThat(QuotaRules.decide(QuotaTopology.EMPTY, create(quota), GATES, false)
                        .refusal())
                .contains("shared-weight, field cpu", "allowed: an amount");
    }

    @Test
    void anEnormousGuaranteeOfAnObjectInTheClusterCountsAsNone() {
        ElasticQuota quota = annotated(leaf("a", ROOT, 1), "guaranteed", "{\"cpu\": 1e999999999}");

        assertThat(QuotaInfo.of(quota).guaranteed().isEmpty()).isTrue();
    }

    @Test
    void podsMatterOnlyWhereTheyDecide() {
        ElasticQuota team = parent("team", ROOT, 4);
        ElasticQuota child = annotated(leaf("child", "team", 2), "namespaces", "[\"batch\"]");
        QuotaTopology topology = topology(team, child);

        assertThat(QuotaRules.question(topology, delete(team), GATES)).isEmpty();
        assertThat(QuotaRules.question(topology, delete(child), GATES)).contains(new PodQuestion("child", Set.of()));
        assertThat(QuotaRules.question(topology, create(leaf("new", "team", 1)), GATES))
                .isEmpty();
        assertThat(QuotaRules.question(topology, update(child, parent("child", "team", 2)), GATES))
                .contains(new PodQuestion("child", Set.of("child", "batch")));
    }

    @Test
    void anUnreadableListOfNamespacesBindsNothing() {
        ElasticQuota quota = annotated(leaf("a", ROOT, 1), "namespaces", "[\"x\"");

        QuotaDecision ruling = QuotaRules.decide(QuotaTopology.EMPTY, create(quota), GATES, false);

        assertThat(ruling.allowed()).isTrue();
        assertThat(QuotaTopology.EMPTY.after(ruling.changed().orElseThrow()).boundTo("x"))
                .isEmpty();
    }

    @Test
    void aNamespaceIsFreeAgainAfterItsQuotaWent() {
        QuotaTopology topology = topology(annotated(leaf("a", ROOT, 1), "namespaces", "[\"x\"]"));
        ElasticQuota other = annotated(leaf("b", ROOT, 1), "namespaces", "[\"x\"]");

        assertThat(QuotaRules.decide(topology, create(other), GATES, false).refusal())
                .contains("namespace x is bound to quota a");
        QuotaDecision gone = QuotaRules.decide(topology, delete(leaf("a", ROOT, 1)), GATES, false);
        QuotaTopology after = topology.after(gone.changed().orElseThrow());
        assertThat(QuotaRules.decide(after, create(other), GATES, false).allowed())
                .isTrue();
    }

    @Test
    void onlyAQuotaOfAQuotaNamespaceMayBindOthers() {
        QuotaGates gates = new QuotaGates(false, false, QuotaNamespaces.of(QuotaNamespaces.DEFAULT));
        ElasticQuota grab = annotated(leaf("grab", ROOT, 1), "namespaces", "[\"shop\", \"lab\"]");
        grab.getMetadata().setNamespace("shop");
        ElasticQuota more = annotated(leaf("grab", ROOT, 2), "namespaces", "[\"shop\", \"lab\"]");
        more.getMetadata().setNamespace("shop");

        assertThat(QuotaRules.decide(QuotaTopology.EMPTY, create(grab), gates, false)
                        .refusal())
                .contains("quota grab", "names lab", "its own namespace shop", "[koordinator-system, kube-system]");
        QuotaTopology known = QuotaTopology.of(List.of(QuotaInfo.of(grab, gates.namespaces(), null)));
        assertThat(known.boundTo("lab")).isEmpty();
        assertThat(known.boundTo("shop")).contains("grab");
        assertThat(QuotaRules.decide(known, update(grab, more), gates, false).allowed())
                .as("what was there before")
                .isTrue();
        assertThat(QuotaRules.decide(known, update(leaf("grab", ROOT, 1), more), gates, false)
                        .refusal())
                .contains("names lab");

        grab.getMetadata().setNamespace("kube-system");
        assertThat(QuotaRules.decide(QuotaTopology.EMPTY, create(grab), gates, false)
                        .allowed())
                .isTrue();
    }

    @Test
    void namespacesThatNoApiServerCouldStoreBindNobody() {
        String names = IntStream.range(0, 240_000)
                .mapToObj(number -> "\"ns-" + number + "\"")
                .collect(Collectors.joining(",", "[", "]"));
        ElasticQuota huge = annotated(leaf("huge", ROOT, 1), "namespaces", names);

        assertThat(QuotaInfo.of(huge).bound()).isEmpty();
        assertThat(QuotaWarnings.of(null, huge))
                .singleElement()
                .satisfies(warning -> assertThat(warning)
                        .contains("characters'; allowed: at most 262144")
                        .hasSizeLessThan(300));
    }

    @Test
    void anEmptyAnnotationOfStrictKeysMeansNone() {
        ElasticQuota quota = annotated(leaf("a", ROOT, 1), "max-strict-check-resource-keys", "");

        assertThat(QuotaRules.decide(QuotaTopology.EMPTY, create(quota), GATES, false)
                        .allowed())
                .isTrue();
    }

    @Test
    void strictKeysWantAnArray() {
        for (String text : new String[] {"{}", "[1]", "[\"cpu\"] x"}) {
            ElasticQuota quota = annotated(leaf("a", ROOT, 1), "max-strict-check-resource-keys", text);

            assertThat(QuotaRules.decide(QuotaTopology.EMPTY, create(quota), GATES, false)
                            .refusal())
                    .as(text)
                    .contains("max-strict-check-resource-keys");
        }
    }

    @Test
    void weightsMayBeNullButNotText() {
        assertThat(weight("null").allowed()).isTrue();
        assertThat(weight("{\"cpu\": 1}").allowed()).isTrue();
        assertThat(weight("{\"cpu\": \"-1m\"}").refusal())
                .isEqualTo("quota a: invalid quota.scheduling.koordinator.sh/shared-weight, field cpu: '-1m';"
                        + " allowed: 0 or more");
        assertThat(weight("{\"cpu\": \"one\"}").refusal()).contains("field cpu", "an amount");
        assertThat(weight("{\"cpu\": true}").refusal()).contains("field cpu", "an amount");
        assertThat(weight("[]").refusal()).contains("an object of quantities");
    }

    private static QuotaDecision weight(String text) {
        ElasticQuota quota = annotated(leaf("a", ROOT, 1), "shared-weight", text);
        return QuotaRules.decide(QuotaTopology.EMPTY, create(quota), GATES, false);
    }
}
