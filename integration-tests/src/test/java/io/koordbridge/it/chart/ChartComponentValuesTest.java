package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user adds to the pods of one component is there beside what the chart needs. */
class ChartComponentValuesTest {
    private static final Chart CHART = new Chart();
    private static final List<HasMetadata> ALL = CHART.render(Chart.allOptions());

    @ParameterizedTest
    @ValueSource(strings = {"koord-manager", "yarn-operator", "koord-descheduler", "koord-scheduler", "koordlet"})
    void reachesThePods(String component) {
        PodTemplateSpec template = Rendered.podTemplates(ALL).get(component);
        Container ours = template.getSpec().getContainers().get(0);

        assertThat(template.getMetadata().getLabels())
                .containsEntry("team", "platform")
                .containsEntry("koord-app", component);
        assertThat(template.getMetadata().getAnnotations())
                .containsEntry("note", "pod")
                .containsKey("checksum/config");
        assertThat(template.getSpec().getPriorityClassName()).isEqualTo("own-class");
        assertThat(template.getSpec().getAffinity().getNodeAffinity()).isNotNull();
        assertThat(template.getSpec().getSecurityContext().getSeLinuxOptions().getType())
                .isEqualTo("spc_t");
        assertThat(template.getSpec().getSecurityContext().getSeccompProfile().getType())
                .isEqualTo("RuntimeDefault");
        assertThat(ours.getSecurityContext().getSeLinuxOptions().getLevel()).isEqualTo("s0");
        assertThat(ours.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(ours.getEnv()).extracting(EnvVar::getName).contains("JAVA_OPTS", "OWN");
        assertThat(ours.getVolumeMounts()).extracting(VolumeMount::getName).contains("config", "own", "tmp");
        assertThat(template.getSpec().getVolumes()).extracting(Volume::getName).contains("config", "own", "tmp");
        assertThat(Rendered.named(ALL, ServiceAccount.class, component)
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("note", "account");
    }

    @Test
    void replacesUpdatesAndSpread() {
        assertThat(Rendered.of(ALL, Deployment.class)).hasSize(4).allSatisfy(deployment -> {
            assertThat(deployment
                            .getSpec()
                            .getStrategy()
                            .getRollingUpdate()
                            .getMaxSurge()
                            .getIntVal())
                    .isEqualTo(2);
            assertThat(deployment.getSpec().getTemplate().getSpec().getTopologySpreadConstraints())
                    .singleElement()
                    .satisfies(constraint ->
                            assertThat(constraint.getTopologyKey()).isEqualTo("zone"));
        });
        assertThat(Rendered.of(ALL, DaemonSet.class))
                .singleElement()
                .satisfies(
                        agent -> assertThat(agent.getSpec().getUpdateStrategy().getType())
                                .isEqualTo("OnDelete"));
    }

    @Test
    void recreatesWithoutWhatBelongsToARollingUpdate() {
        Deployment manager = Rendered.named(
                CHART.renderWith("manager.updateStrategy.type=Recreate"), Deployment.class, "koord-manager");

        assertThat(manager.getSpec().getStrategy().getType()).isEqualTo("Recreate");
        assertThat(manager.getSpec().getStrategy().getRollingUpdate()).isNull();
    }

    @Test
    void neverTakesALabelThatSelectsThePods() {
        assertThatThrownBy(() -> CHART.renderWith("manager.podLabels.koord-app=other"))
                .hasMessageContaining("podLabels of koord-manager: koord-app is the chart's own");
    }

    @Test
    void goesIntoNoNamespaceButTheConfiguredOne() {
        assertThatThrownBy(() -> CHART.renderWith("namespace=other"))
                .hasMessageContaining("goes into koordinator-system, but the chart is configured for other")
                .hasMessageContaining("Install with -n other, or set namespace=koordinator-system");
    }
}
