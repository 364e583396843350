package io.koordbridge.scheduler.quota;

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
import org.junit.jupiter.api.Test;

class QuotaFeedTest {

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final List<String> events = new ArrayList<>();
    private final QuotaFeed feed = new QuotaFeed(
            ledger,
            QuotaGates.OFF,
            (quota, problem) -> events.add(quota.getMetadata().getName() + ": " + problem));

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
    void aBadFieldIsOneEventUntilItChanges() {
        feed.quotaSeen(quota("{"));
        feed.quotaSeen(quota("{"));
        assertThat(events).hasSize(1);
        assertThat(events.get(0)).contains("a: ", "shared-weight");

        feed.quotaSeen(quota("{\"cpu\":1}"));
        assertThat(events).hasSize(1);
        feed.quotaSeen(quota("["));
        assertThat(events).hasSize(2);
    }

    @Test
    void nodesAndPodsReachTheLedgerWithAllTheirResources() {
        feed.quotaSeen(quota("{}"));
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
