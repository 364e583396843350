package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ProjectedVolumeSource;
import io.fabric8.kubernetes.api.model.SecretProjection;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator's log-in at secure ResourceManagers. */
class ChartKerberosTest {
    private static final String[] WHOLE = {
        "yarnOperator.kerberos.principal=koord/operator@EXAMPLE.ORG",
        "yarnOperator.kerberos.keytab.secretName=operator-keytab",
        "yarnOperator.kerberos.krb5Conf.configMapName=kerberos-realm",
    };

    private final Chart chart = new Chart();

    private static PodSpec operator(List<HasMetadata> objects) {
        return Rendered.podTemplates(objects).get("yarn-operator").getSpec();
    }

    private static List<String> javaOptions(PodSpec pod) {
        return pod.getContainers().get(0).getEnv().stream()
                .filter(variable -> variable.getName().equals("JAVA_OPTS"))
                .map(EnvVar::getValue)
                .toList();
    }

    private static JsonNode hadoop(List<HasMetadata> objects) {
        String text = Rendered.named(objects, ConfigMap.class, "yarn-operator-config")
                .getData()
                .get("config.yaml");
        return Serialization.unmarshal(text, JsonNode.class).path("hadoop");
    }

    private static VolumeMount mount(PodSpec pod) {
        Container operator = pod.getContainers().get(0);
        return operator.getVolumeMounts().stream()
                .filter(mount -> mount.getName().equals("kerberos"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hasNoPlaceUnlessItIsAskedFor() {
        List<HasMetadata> objects = chart.render(Chart.DEFAULTS);

        assertThat(operator(objects).getVolumes()).extracting(Volume::getName).doesNotContain("kerberos");
        assertThat(javaOptions(operator(objects))).containsExactly("");
        assertThat(hadoop(objects).has("principal")).isFalse();
        assertThat(hadoop(objects).has("keytab")).isFalse();
    }

    @Test
    void findsKeyTableAndRealmWhereTheyAreMounted() {
        List<HasMetadata> objects = chart.render(Chart.allOptions());
        PodSpec pod = operator(objects);
        String directory = mount(pod).getMountPath();

        assertThat(hadoop(objects).path("principal").asText()).isEqualTo("koord/operator@EXAMPLE.INVALID");
        assertThat(hadoop(objects).path("keytab").asText()).isEqualTo(directory + "/keytab");
        assertThat(javaOptions(pod)).containsExactly("-Djava.security.krb5.conf=" + directory + "/krb5.conf -Xmx300m");
    }

    @Test
    void followsARenewedSecretAndLetsNobodyElseReadIt() {
        PodSpec pod = operator(chart.render(Chart.allOptions()));
        ProjectedVolumeSource files = pod.getVolumes().stream()
                .filter(volume -> volume.getName().equals("kerberos"))
                .findFirst()
                .orElseThrow()
                .getProjected();
        SecretProjection keytab = files.getSources().get(0).getSecret();

        // A file that is mounted by subPath stays as it was.
        assertThat(mount(pod).getSubPath()).isNull();
        assertThat(mount(pod).getReadOnly()).isTrue();
        assertThat(files.getDefaultMode()).isEqualTo(0440);
        assertThat(keytab.getName()).isEqualTo("operator-keytab");
        assertThat(keytab.getItems().get(0).getKey()).isEqualTo("operator.keytab");
        assertThat(files.getSources().get(1).getConfigMap().getName()).isEqualTo("kerberos-realm");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void isRefusedByHalf(int missing) {
        String[] half = Arrays.stream(WHOLE)
                .filter(setting -> !setting.equals(WHOLE[missing]))
                .toArray(String[]::new);

        assertThatThrownBy(() -> chart.renderWith(half))
                .hasMessageContaining("yarnOperator.kerberos: ")
                .hasMessageContaining("want all three or none");
        assertThatThrownBy(() -> chart.renderWith(WHOLE[missing])).hasMessageContaining("want all three or none");
        assertThat(chart.renderWith(WHOLE)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"principal", "keytab"})
    void isRefusedWhenTheConfigurationSaysItAgain(String key) {
        String again = "yarnOperator.config.hadoop." + key;

        assertThatThrownBy(() -> chart.renderWith(WHOLE[0], WHOLE[1], WHOLE[2], again + "=other"))
                .hasMessageContaining(again + ": cannot be changed");
        assertThat(chart.renderWith(again + "=other")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"principal=a b", "keytab.secretName=Not_A_Name", "keytab.key=a/b", "keytab.secret=x"})
    void isRefusedWhereItIsNoName(String setting) {
        assertThatThrownBy(() -> chart.renderWith("yarnOperator.kerberos." + setting))
                .hasMessageContaining("kerberos");
    }
}
