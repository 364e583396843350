package io.koordbridge.scheduler.quota.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaReaderTest {

    private static ElasticQuota quota(Map<String, String> annotations, Map<String, Quantity> min) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("team")
                .withNamespace("quotas")
                .withAnnotations(annotations)
                .build());
        quota.setSpec(new ElasticQuotaSpec(min, Map.of(ResourceNames.CPU, new Quantity("4"))));
        return quota;
    }

    @Test
    void aQuotaWithoutLabelsHangsBelowTheRootAndShares() {
        QuotaReader.Read read =
                QuotaReader.quota(quota(Map.of(), Map.of(ResourceNames.CPU, new Quantity("1500m"))), null);

        assertThat(read.problems()).isEmpty();
        assertThat(read.spec().parent()).isEqualTo(WellKnown.ROOT_QUOTA);
        assertThat(read.spec().lent()).isTrue();
        assertThat(read.spec().min()).isEqualTo(Quotas.cpu(1_500));
        assertThat(read.spec().weight()).isEqualTo(read.spec().max());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]]", "{\"cpu\":\"many\"}", "{\"cpu\":\"-1\"}"})
    void aWeightThatCannotBeReadIsReportedAndMaxIsUsed(String text) {
        QuotaReader.Read read = QuotaReader.quota(quota(Map.of(Annotations.QUOTA_SHARED_WEIGHT, text), Map.of()), null);

        assertThat(read.spec().weight()).isEqualTo(read.spec().max());
        assertThat(read.problems()).hasSize(1);
        assertThat(read.problems().get(0)).contains("shared-weight");
    }

    @Test
    void aNegativeMinIsReportedAndIsNoPromise() {
        QuotaReader.Read read = QuotaReader.quota(quota(Map.of(), Map.of(ResourceNames.CPU, new Quantity("-2"))), null);

        assertThat(read.spec().min().isZero()).isTrue();
        assertThat(read.problems()).containsExactly("invalid spec.min, field cpu: '-2'; allowed: 0 or more");
    }

    @Test
    void namespacesThatCannotBeReadAreNone() {
        QuotaReader.Read read =
                QuotaReader.quota(quota(Map.of(Annotations.QUOTA_NAMESPACES, "[\"a\""), Map.of()), null);

        assertThat(read.spec().namespaces()).isEmpty();
        assertThat(read.problems()).hasSize(1);
    }

    @Test
    void aPodThatIsDeletedCountsUntilItsGracePeriodEndsWithTheGate() {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withName("x")
                .withNamespace("ns")
                .withUid("u")
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .withDeletionGracePeriodSeconds(60L)
                .addToLabels(Labels.QUOTA_PREEMPTIBLE, "false")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
        QuotaGates gate = new QuotaGates(false, false, true, false, false, false);

        assertThat(QuotaReader.pod(pod, QuotaGates.OFF).goneAt()).isNull();
        assertThat(QuotaReader.pod(pod, gate).goneAt()).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
        assertThat(QuotaReader.pod(pod, gate).nonPreemptible()).isTrue();
    }

    @Test
    void aResizeThatIsInfeasibleIsNotUsed() {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withName("x")
                .endMetadata()
                .withNewSpec()
                .withNodeName("n")
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity("32"))
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("PodResizePending")
                .withReason("Infeasible")
                .endCondition()
                .addNewContainerStatus()
                .withName("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity("4"))
                .endResources()
                .endContainerStatus()
                .endStatus()
                .build();
        QuotaGates overhead = new QuotaGates(true, true, true, true, true, true);

        assertThat(QuotaReader.pod(pod, QuotaGates.OFF).request().get("cpu")).isEqualTo(4_000);
        assertThat(QuotaReader.pod(pod, overhead).request().get("cpu")).isEqualTo(4_000);
    }
}
