package io.koordbridge.manager.quota.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.manager.quota.topology.FixedQuotas;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaAdmissionTest {

    private static final QuotaKey KEY = new QuotaKey("team", "fresh");
    private static final QuotaAdmission.Gates ON = new QuotaAdmission.Gates(true, false, false, false, false);

    @Test
    void aPodIsAdmittedAsOftenAsItIsAskedFor() {
        FixedQuotas known = new FixedQuotas(List.of(quota()));

        for (int review = 0; review < 10; review++) {
            assertThat(admit("fresh", known, List.of()))
                    .as("nothing is counted by a review")
                    .isEmpty();
        }
        assertThat(known.named("fresh").get(0).getMetadata().getAnnotations()).isNullOrEmpty();
    }

    @Test
    void aPodIsRefusedWhoseQuotaIsPublishedAsFull() {
        ElasticQuota full = quota();
        full.getMetadata().setAnnotations(Map.of(Annotations.QUOTA_CHILD_REQUEST, "{\"cpu\":\"1\"}"));

        assertThat(admit("fresh", new FixedQuotas(List.of(full)), List.of()))
                .contains("exceeded quota: team/fresh, requested: cpu=1, used: cpu=1, limited: cpu=1");
    }

    @Test
    void aPodIsAdmittedWhereOnlyTheApiServerHasItsQuota() {
        assertThat(admit("fresh", new FixedQuotas(List.of()), List.of(quota()))).isEmpty();
    }

    @Test
    void aPodWhoseQuotaNobodyHasIsRefused() {
        assertThat(admit("misspelt", new FixedQuotas(List.of()), List.of()))
                .contains("quota misspelt exists 0 times, allowed: once");
    }

    private static Optional<String> admit(String quota, FixedQuotas known, List<ElasticQuota> stored) {
        return new QuotaAdmission(known, (name, wait) -> stored, Clock.systemUTC(), ON)
                .admit(pod(quota), "team", null, CallerDeadline.UNKNOWN);
    }

    private static Pod pod(String quota) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName("worker")
                .addToLabels(Labels.QUOTA_NAME, quota)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static ElasticQuota quota() {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withNamespace(KEY.namespace())
                .withName(KEY.name())
                .build());
        quota.setSpec(new ElasticQuotaSpec(null, Map.of("cpu", new Quantity("1"))));
        return quota;
    }
}
