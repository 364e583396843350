package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A kube-scheduler may be one minor version older than its API server, and never newer. */
class ChartSchedulerImageTest {
    private final Chart chart = new Chart();

    @ParameterizedTest
    @CsvSource({
        "registry.k8s.io/kube-scheduler, registry.k8s.io/kube-scheduler:v1.35.4",
        "mirror:5000/kube-scheduler, mirror:5000/kube-scheduler:v1.35.4",
        "mirror/kube-scheduler:v1.34.1, mirror/kube-scheduler:v1.34.1",
        "mirror/kube-scheduler@sha256:ab, mirror/kube-scheduler@sha256:ab",
    })
    void isOfTheApiServersVersionUnlessOneIsNamed(String value, String image) {
        Deployment scheduler = Rendered.named(
                chart.renderWith("scheduler.kubeScheduler.image=" + value), Deployment.class, "koord-scheduler");

        assertThat(scheduler.getSpec().getTemplate().getSpec().getContainers())
                .extracting(Container::getImage)
                .contains(image);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.30.14-eks-5d4a308", "v1.33.2-gke.1111", "v1.35.0+k3s1"})
    void isWithoutTheSuffixOfAVendor(String kubernetes) {
        assertThat(chart.renderFor(kubernetes))
                .contains("kube-scheduler:" + kubernetes.split("[-+]")[0] + "\n");
    }

    @Test
    void isRefusedWhenItIsNewer() {
        assertThatThrownBy(() -> chart.renderWith("scheduler.kubeScheduler.image=mirror/kube-scheduler:v1.36.0"))
                .hasMessageContaining("mirror/kube-scheduler:v1.36.0 is newer than the API server, v1.35.4");
    }
}
