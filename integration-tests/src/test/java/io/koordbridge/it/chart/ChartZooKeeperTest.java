package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The log-in at the ZooKeeper of ResourceManager pairs is a Secret of the operator's pods. */
class ChartZooKeeperTest {

    private static final String VOLUME = "zookeeper-auth";

    private final Chart chart = new Chart();

    private static PodSpec operator(List<HasMetadata> objects) {
        return Rendered.podTemplates(objects).get("yarn-operator").getSpec();
    }

    private static JsonNode hadoop(List<HasMetadata> objects) {
        String text = Rendered.named(objects, ConfigMap.class, "yarn-operator-config")
                .getData()
                .get("config.yaml");
        return Serialization.unmarshal(text, JsonNode.class).path("hadoop");
    }

    @Test
    void thereIsNoneUnlessItIsAskedFor() {
        List<HasMetadata> objects = chart.render(Chart.DEFAULTS);

        assertThat(operator(objects).getVolumes()).extracting(Volume::getName).doesNotContain(VOLUME);
        assertThat(hadoop(objects).has("zooKeeperAuth")).isFalse();
    }

    @Test
    void theOperatorFindsItWhereItIsMounted() {
        List<HasMetadata> objects = chart.render(Chart.allOptions());
        PodSpec pod = operator(objects);
        VolumeMount mount = pod.getContainers().get(0).getVolumeMounts().stream()
                .filter(one -> one.getName().equals(VOLUME))
                .findFirst()
                .orElseThrow();
        SecretVolumeSource secret = pod.getVolumes().stream()
                .filter(one -> one.getName().equals(VOLUME))
                .findFirst()
                .orElseThrow()
                .getSecret();

        assertThat(secret.getSecretName()).isEqualTo("zookeeper-log-in");
        assertThat(secret.getDefaultMode()).isEqualTo(0440);
        assertThat(secret.getItems().get(0).getKey()).isEqualTo("digest");
        assertThat(hadoop(objects).path("zooKeeperAuth").asText())
                .isEqualTo(mount.getMountPath() + "/" + secret.getItems().get(0).getPath());
    }

    @Test
    void theConfigurationCannotSayItAgain() {
        String again = "yarnOperator.config.hadoop.zooKeeperAuth";

        assertThatThrownBy(() -> chart.renderWith("yarnOperator.zooKeeperAuth.secretName=s", again + "=other"))
                .hasMessageContaining(again + ": cannot be changed");
        assertThatThrownBy(() -> chart.renderWith("yarnOperator.zooKeeperAuth.secretName=Not_A_Name"))
                .hasMessageContaining("zooKeeperAuth");
    }
}
