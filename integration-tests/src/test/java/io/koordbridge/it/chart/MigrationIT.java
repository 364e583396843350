package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page docs/guide/migration.md on a real API server, with objects under the names of Koordinator's released chart. */
@Tag("long")
class MigrationIT {

    private static final Path ROOT = ProjectLayout.find().root();
    private static final Path KOORDINATOR = ROOT.resolve("integration-tests/src/test/resources/chart/koordinator");
    private static final Pattern SETTING = Pattern.compile("--set (\\S+)=(\\S+)");
    private static final ResourceDefinitionContext QUOTAS = new ResourceDefinitionContext.Builder()
            .withGroup("scheduling.sigs.k8s.io")
            .withVersion("v1alpha1")
            .withKind("ElasticQuota")
            .withPlural("elasticquotas")
            .withNamespaced(true)
            .build();

    private RealControlPlane controlPlane;
    private KubernetesClient client;
    private String kubeconfig;

    @BeforeEach
    void installKoordinator() throws IOException {
        // The controller manager ends a namespace.
        controlPlane =
                ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly().withControllerManager());
        client = controlPlane.client();
        kubeconfig = Files.readString(controlPlane.kubeconfig());
        koordinator(true);
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
            client.resource(quota()).create();
            return true;
        });
    }

    @AfterEach
    void stop() {
        controlPlane.close();
    }

    @Test
    void theYarnBridgeInstallsBesideItAndNothingElse() throws IOException {
        assertThatThrownBy(() -> bridge("")).hasMessageContaining("exists and cannot be imported");

        bridge(settings("beside"));

        assertThat(deployments()).contains("yarn-operator", "koord-manager");
        assertThat(client.apps()
                        .deployments()
                        .inNamespace(WellKnown.NAMESPACE)
                        .withName("koord-manager")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("meta.helm.sh/release-name", "koordinator");
    }

    @Test
    void objectsOfUsersOutliveTheWayThereAndBack() throws IOException {
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .list()
                .getItems()
                .forEach(this::keep);
        new Helm(KOORDINATOR)
                .upgrade()
                .withName("koordinator")
                .set("crds.managed", false)
                .withKubeConfigContents(kubeconfig)
                .call();
        uninstall("koordinator", "default");
        awaitNoNamespace();
        // No node runs the Job that cleans up before the removal.
        bridge("colocation.enabled=true,cleanUp.enabled=false");
        assertThat(deployments()).contains("koord-manager", "koord-scheduler", "yarn-operator");
        assertThat(quotas()).containsExactly("team");

        uninstall("bridge", WellKnown.NAMESPACE);
        client.namespaces().withName(WellKnown.NAMESPACE).delete();
        awaitNoNamespace();
        koordinator(false);
        assertThat(deployments()).contains("koord-manager", "koord-descheduler");
        assertThat(quotas()).containsExactly("team");
    }

    /** The settings of a marked block of the page, without the name of a registry. */
    private static String settings(String block) throws IOException {
        String page = Files.readString(ROOT.resolve("docs/guide/migration.md"));
        String[] parts = page.split("<!-- values: " + block + " -->\n```", 2);
        assertThat(parts).as("block " + block).hasSize(2);
        StringBuilder found = new StringBuilder();
        Matcher setting = SETTING.matcher(parts[1].substring(0, parts[1].indexOf("```")));
        while (setting.find()) {
            found.append(found.isEmpty() ? "" : ",").append(setting.group(1) + "=" + setting.group(2));
        }
        assertThat(found.toString()).isNotEmpty();
        return found.toString();
    }

    private void koordinator(boolean withDefinitions) {
        new Helm(KOORDINATOR)
                .install()
                .withName("koordinator")
                .set("crds.managed", withDefinitions)
                .withKubeConfigContents(kubeconfig)
                .call();
    }

    private void bridge(String settings) {
        InstallCommand install = new Helm(ROOT.resolve("charts/koord-bridge"))
                .install()
                .withName("bridge")
                .withNamespace(WellKnown.NAMESPACE)
                .createNamespace()
                .set("image.registry", "registry.example.com/koord-bridge")
                .withKubeConfigContents(kubeconfig);
        for (String setting : settings.isEmpty() ? List.<String>of() : List.of(settings.split(","))) {
            int equals = setting.indexOf('=');
            install.set(setting.substring(0, equals), setting.substring(equals + 1));
        }
        install.call();
    }

    private void uninstall(String release, String namespace) {
        Helm.uninstall(release)
                .withNamespace(namespace)
                .withKubeConfigContents(kubeconfig)
                .call();
    }

    private void keep(CustomResourceDefinition definition) {
        Edits.edit(
                client.resource(definition),
                found -> new CustomResourceDefinitionBuilder(found)
                        .editMetadata()
                        .addToAnnotations("helm.sh/resource-policy", "keep")
                        .endMetadata()
                        .build());
    }

    private void awaitNoNamespace() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> client.namespaces().withName(WellKnown.NAMESPACE).get() == null);
    }

    private List<String> deployments() {
        return client.apps().deployments().inNamespace(WellKnown.NAMESPACE).list().getItems().stream()
                .map(deployment -> deployment.getMetadata().getName())
                .toList();
    }

    private List<String> quotas() {
        return client.genericKubernetesResources(QUOTAS).inNamespace("default").list().getItems().stream()
                .map(quota -> quota.getMetadata().getName())
                .toList();
    }

    private static GenericKubernetesResource quota() {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("scheduling.sigs.k8s.io/v1alpha1")
                .withKind("ElasticQuota")
                .withNewMetadata()
                .withNamespace("default")
                .withName("team")
                .endMetadata()
                .withAdditionalProperties(Map.of("spec", Map.of("max", Map.of("cpu", "4"))))
                .build();
    }
}
