package io.koordbridge.scheduler.quota.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class QuotaFeedTest {

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final List<String> events = new ArrayList<>();
    private final QuotaObjects objects = new QuotaObjects();
    private final QuotaFeed feed = new QuotaFeed(
            ledger,
            objects,
            QuotaArgs.DEFAULT,
            (quota, problem) -> events.add(quota.getMetadata().getName() + ": " + problem),
            quota -> {});

    @Test
    void aQuotaThatNamesForeignNamespacesIsToldThatItDoesNotTakeTheirPods() {
        ElasticQuota quota = quota("{\"cpu\": 1}");
        quota.getMetadata().getAnnotations().put(Annotations.QUOTA_NAMESPACES, "[\"shop\"]");
        objects.put(quota);

        assertThat(events)
                .anySatisfy(event -> assertThat(event)
                        .contains(
                                "names namespaces other than ns",
                                "[koordinator-system, kube-system]",
                                "quota.quotaNamespaces"));
    }

    private static ElasticQuota quota(String weight) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("a")
                .withNamespace("ns")
                .addToAnnotations(Annotations.QUOTA_SHARED_WEIGHT, weight)
                .build());
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity("4"))));
        return quota;
    }

    @Test
    void whatIsWrongIsReportedWithEachVersion() {
        objects.put(quota("{"));
        objects.put(quota("{\"cpu\":1}"));

        assertThat(events).hasSize(2);
        assertThat(events.get(0)).contains("a: ", "shared-weight");
        assertThat(events.get(1)).isEqualTo("a: ");
    }

    private static ElasticQuota withAmounts(String min, String max) {
        ElasticQuota quota = quota("{}");
        quota.setSpec(new ElasticQuotaSpec(Map.of("cpu", new Quantity(min)), Map.of("cpu", new Quantity(max))));
        return quota;
    }

    @Test
    void whatCannotBeReadLeavesWhatHeld() {
        objects.put(withAmounts("1", "4"));
        objects.put(withAmounts("1", "-4"));

        assertThat(Objects.requireNonNull(ledger.quota("a")).max()).isEqualTo(Quotas.cpu(4_000));
        assertThat(Objects.requireNonNull(ledger.quota("a")).min()).isEqualTo(Quotas.cpu(1_000));
        assertThat(events.get(1)).isEqualTo("a: invalid spec.max, field cpu: '-4'; allowed: 0 or more");

        objects.put(withAmounts("2", "5"));
        objects.put(quota("{"));
        assertThat(Objects.requireNonNull(ledger.quota("a")).weight()).isEqualTo(Quotas.cpu(5_000));
    }

    @Test
    void aMinBeyondMaxAndOneOfAnotherResourceAreReported() {
        objects.put(withAmounts("5", "4"));
        ElasticQuota other = quota("{}");
        other.setSpec(new ElasticQuotaSpec(Map.of("memory", new Quantity("1")), Map.of("cpu", new Quantity("4"))));
        objects.put(other);

        assertThat(events)
                .containsExactly(
                        "a: spec.min[cpu] = 5000m, allowed: at most spec.max",
                        "a: spec.min[memory] = 1, allowed: resources that spec.max names");
    }

    @Test
    void ofTwoQuotasOfOneNameThatOfTheFirstNamespaceCounts() {
        ElasticQuota second = quota("{}");
        second.getMetadata().setNamespace("z");
        second.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity("9"))));

        objects.put(quota("{}"));
        objects.put(second);

        assertThat(Objects.requireNonNull(ledger.quota("a")).max()).isEqualTo(Quotas.cpu(4_000));
        assertThat(events.get(1)).contains("metadata.name = a", "namespace ns");

        objects.remove(quota("{}"));
        assertThat(Objects.requireNonNull(ledger.quota("a")).max()).isEqualTo(Quotas.cpu(9_000));
        objects.remove(second);
        assertThat(ledger.quota("a")).isNull();
    }

    @Test
    void nodesAndPodsReachTheLedgerWithAllTheirResources() {
        objects.put(quota("{}"));
        feed.nodeSeen(new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .endMetadata()
                .withNewStatus()
                .withAllocatable(Map.of("cpu", new Quantity("8"), "pods", new Quantity("110")))
                .endStatus()
                .build());
        feed.podSeen(new PodBuilder()
                .withNewMetadata()
                .withName("x")
                .withNamespace("other")
                .withUid("u")
                .addToLabels(Labels.QUOTA_NAME, "a")
                .endMetadata()
                .withNewSpec()
                .withNodeName("n1")
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity("1500m")))
                .endResources()
                .endContainer()
                .endSpec()
                .build());

        Map<String, QuotaState> states = ledger.states().getOrDefault("", Map.of());
        assertThat(states.get("a").used()).isEqualTo(Quotas.cpu(1_500));
        assertThat(states.get(WellKnown.ROOT_QUOTA).runtime().get("pods")).isEqualTo(110);

        feed.podGone("u", "other/x");
        feed.nodeGone("n1");
        states = ledger.states().getOrDefault("", Map.of());
        assertThat(states.get("a").used().isZero()).isTrue();
        assertThat(states.get(WellKnown.ROOT_QUOTA).runtime().isZero()).isTrue();
    }
}
