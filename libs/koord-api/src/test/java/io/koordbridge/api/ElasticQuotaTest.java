package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.quota.ElasticQuota;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ElasticQuotaTest {

    private static final Path DEFINITION =
            Path.of("..", "..", "charts", "koord-bridge", "crds", "elasticquotas.scheduling.sigs.k8s.io-v1.yml");
    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final ObjectMapper yaml = new YAMLMapper();

    @Test
    void readsAndWritesTheStatusBesideTheSpec() throws IOException {
        String text = """
                {"apiVersion": "scheduling.sigs.k8s.io/v1alpha1", "kind": "ElasticQuota",
                 "metadata": {"name": "a", "namespace": "n"},
                 "spec": {"max": {"cpu": 4}, "unknown": 1}, "status": {"used": {"cpu": "1500m"}}}
                """;

        ElasticQuota quota = serialization.unmarshal(text, ElasticQuota.class);

        assertThat(quota.used()).containsEntry("cpu", new Quantity("1.5"));
        assertThat(yaml.readTree(serialization.asJson(quota))
                        .at("/status/used/cpu")
                        .asText())
                .isEqualTo("1500m");
    }

    @Test
    void hasNoStatusSubresource() throws IOException {
        JsonNode version = yaml.readTree(DEFINITION.toFile()).at("/spec/versions/0");

        assertThat(version.path("subresources").isMissingNode()).isTrue();
        assertThat(version.at("/schema/openAPIV3Schema/properties/status/properties/used")
                        .isObject())
                .isTrue();
    }
}
