package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages and API by HTTPS: what mounts, configuration, rights and Services say of it. */
class ChartPagesTlsTest {

    private static final String ON = "pages.tls.enabled=true";
    private static final String VOLUME = "page-certificates";

    private static final List<String> PAGE_SECRETS = List.of(
            "koord-bridge-ca",
            "koord-bridge-pages-koord-manager",
            "koord-bridge-pages-yarn-operator",
            "koord-bridge-pages-koord-descheduler");

    private final Chart chart = new Chart();

    @TempDir
    private Path copy;

    private static PodSpec pod(List<HasMetadata> objects, String process) {
        return Rendered.podTemplates(objects).get(process).getSpec();
    }

    private static SecretVolumeSource secret(List<HasMetadata> objects, String process) {
        return pod(objects, process).getVolumes().stream()
                .filter(one -> one.getName().equals(VOLUME))
                .findFirst()
                .orElseThrow()
                .getSecret();
    }

    private static JsonNode config(List<HasMetadata> objects, String process) {
        String text = Rendered.named(objects, ConfigMap.class, process + "-config")
                .getData()
                .get("config.yaml");
        return Serialization.unmarshal(text, JsonNode.class);
    }

    private static List<PolicyRule> rulesOf(List<HasMetadata> objects, String role) {
        return Rendered.named(objects, Role.class, role).getRules();
    }

    @Test
    void theyArePlainUnlessItIsAskedFor() {
        List<HasMetadata> objects = chart.renderWith(Chart.DESCHEDULER);

        for (String process : List.of("koord-manager", "yarn-operator", "koord-descheduler")) {
            assertThat(pod(objects, process).getVolumes())
                    .extracting(Volume::getName)
                    .doesNotContain(VOLUME);
            assertThat(config(objects, process).has("pageCertificates")).isFalse();
        }
        assertThat(config(objects, "koord-manager").has("pageAuthority")).isFalse();
        assertThat(rulesOf(objects, "koord-manager"))
                .noneMatch(rule -> rule.getResourceNames().contains("koord-bridge-ca"));
        assertThat(Rendered.named(objects, Service.class, "yarn-operator")
                        .getSpec()
                        .getPorts()
                        .get(0)
                        .getPort())
                .isEqualTo(80);
    }

    /** As an upgrade with {@code --reuse-values} from a release that did not know the section. */
    @ParameterizedTest
    @ValueSource(strings = {"pages=null", "pages.tls=null"})
    void theyArePlainWhereTheValuesHaveNoSuchSection(String without) {
        assertThat(chart.renderWith(Chart.DESCHEDULER, without))
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(chart.renderWith(Chart.DESCHEDULER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"koord-manager", "yarn-operator", "koord-descheduler"})
    void eachProcessFindsItsCertificateWhereItIsMounted(String process) {
        List<HasMetadata> objects = chart.renderWith(Chart.DESCHEDULER, ON);
        VolumeMount mount = pod(objects, process).getContainers().get(0).getVolumeMounts().stream()
                .filter(one -> one.getName().equals(VOLUME))
                .findFirst()
                .orElseThrow();

        assertThat(config(objects, process).at("/pageCertificates/directory").asText())
                .isEqualTo(mount.getMountPath());
        assertThat(config(objects, process).at("/pageCertificates/name").asText())
                .isEqualTo(process + ".koordinator-system.svc");
        assertThat(secret(objects, process).getSecretName()).isEqualTo("koord-bridge-pages-" + process);
        // The manager makes it later, its own as well.
        assertThat(secret(objects, process).getOptional()).isTrue();
        assertThat(secret(objects, process).getDefaultMode()).isEqualTo(0440);
        assertThat(pod(objects, process)
                        .getContainers()
                        .get(0)
                        .getReadinessProbe()
                        .getHttpGet())
                .satisfies(probe -> assertThat(probe.getPort().getStrVal()).isEqualTo("admin"));
    }

    @Test
    void theManagerMayMakeTheseCertificatesAndNoOthers() {
        List<HasMetadata> objects = chart.renderWith(ON, "manager.webhook.enabled=false");

        assertThat(config(objects, "koord-manager").at("/pageAuthority"))
                .isEqualTo(Serialization.unmarshal(
                        "enabled: true\nnamespace: koordinator-system\nprocesses: [koord-manager, yarn-operator]",
                        JsonNode.class));
        assertThat(rulesOf(objects, "koord-manager"))
                .filteredOn(rule -> rule.getResources().contains("secrets"))
                .extracting(rule -> rule.getVerbs() + " " + rule.getResourceNames())
                .containsExactly(
                        "[create] []",
                        "[get, update] [koord-bridge-ca, koord-bridge-pages-koord-manager, koord-bridge-pages-yarn-operator]");
        assertThat(rulesOf(objects, "yarn-operator"))
                .noneMatch(rule -> rule.getResources().contains("secrets"));
    }

    /** A private key stays behind otherwise, whatever the values were when it was made. */
    @ParameterizedTest
    @ValueSource(strings = {"pages.tls.enabled=false", ON, "manager.enabled=false"})
    void theCleanUpMayDeleteAllOfTheseCertificatesWhateverTheValuesAre(String setting) {
        assertThat(rulesOf(ChartHooks.render(copy, "templates/koord-manager/clean-up.yaml", setting), "clean-up"))
                .filteredOn(rule -> rule.getResources().contains("secrets"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.getVerbs()).containsExactly("delete");
                    assertThat(rule.getResourceNames())
                            .containsAll(PAGE_SECRETS)
                            .hasSize(PAGE_SECRETS.size() + 1);
                });
    }

    @Test
    void aServiceInFrontOfPagesHasThePortOfHttps() {
        List<HasMetadata> objects = chart.renderWith(Chart.DESCHEDULER, ON);

        for (String process : List.of("yarn-operator", "koord-descheduler")) {
            var port = Rendered.named(objects, Service.class, process)
                    .getSpec()
                    .getPorts()
                    .get(0);
            assertThat(port.getPort()).isEqualTo(443);
            assertThat(port.getTargetPort().getStrVal()).isEqualTo("http");
        }
    }

    @Test
    void aSecretOfTheUserTakesThePlaceOfTheAuthority() {
        List<HasMetadata> objects = chart.renderWith(ON, "pages.tls.secretName=from-issuer", "manager.enabled=false");

        assertThat(secret(objects, "yarn-operator").getSecretName()).isEqualTo("from-issuer");
        assertThat(secret(objects, "yarn-operator").getOptional()).isFalse();
        assertThat(config(chart.renderWith(ON, "pages.tls.secretName=from-issuer"), "koord-manager")
                        .has("pageAuthority"))
                .isFalse();
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(() -> chart.renderWith(ON, "manager.enabled=false"))
                .hasMessageContaining("pages.tls.enabled: koord-manager makes the certificates");
        assertThatThrownBy(() -> chart.renderWith(ON, "manager.enabled=false", "cleanUp.enabled=false"))
                .hasMessageContaining("pages.tls.enabled: koord-manager makes the certificates");
        assertThatThrownBy(() -> chart.renderWith("pages.tls.secretName=from-issuer"))
                .hasMessageContaining("pages.tls.secretName: from-issuer is used only with pages.tls.enabled=true");
        assertThatThrownBy(() -> chart.renderWith("pages.tls.secretName=Not_A_Name", ON))
                .hasMessageContaining("secretName");
        assertThatThrownBy(() -> chart.renderWith("yarnOperator.config.pageCertificates.directory=/x"))
                .hasMessageContaining("yarnOperator.config.pageCertificates.directory: cannot be changed");
        assertThatThrownBy(() -> chart.renderWith("manager.config.pageAuthority.enabled=true"))
                .hasMessageContaining("manager.config.pageAuthority.enabled: cannot be changed");
    }
}
