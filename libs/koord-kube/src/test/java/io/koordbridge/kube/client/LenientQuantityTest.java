package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.quantity.Quantities;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LenientQuantityTest {

    private static Map<String, Quantity> capacity(String json) {
        KubeConnection nowhere = new KubeConnection(null, "http://127.0.0.1:1", Duration.ofSeconds(1), 1);
        try (KubernetesClient client = KubeClients.connect(nowhere, "test")) {
            return client.getKubernetesSerialization()
                    .unmarshal(
                            "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"status\": {\"capacity\": " + json + "}}",
                            Node.class)
                    .getStatus()
                    .getCapacity();
        }
    }

    @Test
    void readsQuantitiesAsTextAndAsNumbers() {
        Map<String, Quantity> capacity = capacity("{\"cpu\": 1.5, \"memory\": \"2Gi\", \"pods\": 110}");

        assertThat(capacity.get("cpu").getNumericalAmount()).isEqualByComparingTo("1.5");
        assertThat(capacity.get("memory")).isEqualTo(new Quantity("2Gi"));
        assertThat(capacity.get("pods").getNumericalAmount()).isEqualByComparingTo("110");
    }

    @Test
    void aBadQuantityLeavesTheRestOfTheObjectReadable() {
        Map<String, Quantity> capacity = capacity("{\"cpu\": \"\", \"memory\": \"plenty\", \"pods\": \"110\"}");

        assertThat(capacity.get("pods").getNumericalAmount()).isEqualByComparingTo("110");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> capacity.get("cpu").getNumericalAmount());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> capacity.get("memory").getNumericalAmount());
    }

    @Test
    void aLongQuantityIsABadOne() {
        Map<String, Quantity> capacity =
                capacity("{\"cpu\": \"%s\", \"pods\": \"110\"}".formatted("9".repeat(250_000)));

        assertThat(capacity.get("pods").getNumericalAmount()).isEqualByComparingTo("110");
        assertThat(capacity.get("cpu").getAmount()).hasSize(65);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> capacity.get("cpu").getNumericalAmount());
        assertThatIllegalArgumentException().isThrownBy(() -> Quantities.value(capacity.get("cpu")));
    }
}
