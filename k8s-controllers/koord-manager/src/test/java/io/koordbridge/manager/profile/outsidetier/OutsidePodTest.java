package io.koordbridge.manager.profile.outsidetier;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.protocol.KubeQos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutsidePodTest {

    private static final String BATCH = "{name: main, resources: {requests: {kubernetes.io/batch-cpu: 4k}}}";
    private static final String PLAIN = "{name: proxy, resources: {requests: {cpu: 100m}}}";

    private static Pod pod(String metadata, String spec, String status) {
        return Serialization.unmarshal(
                "---\n{metadata: {namespace: jobs, name: p, uid: u%s}, spec: {%s}, status: {%s}}"
                        .formatted(metadata, spec, status),
                Pod.class);
    }

    private static Pod bestEffort(String spec) {
        return pod(", labels: {koordinator.sh/qosClass: BE}", spec, "");
    }

    @Test
    void aSidecarWithPlainAmountsTakesAPodOutOfTheTier() {
        OutsidePod found = OutsidePod.of(bestEffort("containers: [" + BATCH + ", " + PLAIN + "]"))
                .orElseThrow();

        assertThat(found.qos()).isEqualTo(KubeQos.BURSTABLE);
        assertThat(found.message())
                .contains("Burstable", "container proxy", "ClusterColocationProfile")
                .doesNotContain("container main");
        assertThat(found.reference().getMetadata().getUid()).isEqualTo("u");
    }

    @Test
    void namesTheLimitRangeThatIsInTheWay() {
        Pod pod = pod(
                ", labels: {koordinator.sh/qosClass: BE}, annotations: {kubernetes.io/limit-ranger:"
                        + " 'LimitRanger plugin set: cpu request for container proxy'}",
                "containers: [" + PLAIN + "]",
                "qosClass: Guaranteed");

        assertThat(OutsidePod.of(pod).orElseThrow().message()).contains("Guaranteed", "LimitRange of namespace jobs");
    }

    @Test
    void anAmountOfTheWholePodCounts() {
        assertThat(OutsidePod.of(bestEffort("resources: {limits: {cpu: 1, memory: 1Gi}}, containers: [" + BATCH + "]"))
                        .orElseThrow()
                        .holders())
                .containsExactly("spec.resources");
    }

    @Test
    void batchResourcesWithoutALabelMakeABestEffortPod() {
        assertThat(OutsidePod.of(pod("", "containers: [" + BATCH + ", " + PLAIN + "]", "")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {name: p, labels: {koordinator.sh/qosClass: BE}}, spec: {containers: [{name: main}]}}",
                "{metadata: {name: p, labels: {koordinator.sh/qosClass: BE}}, spec: {containers: [{name: main, resources: {requests: {kubernetes.io/batch-cpu: 4k}}}]}}",
                "{metadata: {name: p, labels: {koordinator.sh/qosClass: BE}}, status: {phase: Succeeded, qosClass: Burstable}}",
                "{metadata: {name: p, labels: {koordinator.sh/qosClass: LS}}, status: {qosClass: Burstable}}",
                "{metadata: {name: p}, spec: {containers: [{name: main, resources: {requests: {cpu: 1}}}]}}",
                "{metadata: {name: p}}"
            })
    void othersAreWhereTheyBelong(String pod) {
        assertThat(OutsidePod.of(Serialization.unmarshal("---\n" + pod, Pod.class)))
                .isEmpty();
    }
}
