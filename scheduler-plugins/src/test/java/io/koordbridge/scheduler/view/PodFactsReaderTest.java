package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodFactsReaderTest {

    @Test
    void countsWhatAContainerDoesNotRequestOnlyForScores() {
        PodFacts facts = Samples.batchPodFacts("p", 1_000, "1Gi");

        assertThat(facts.request().get(ResourceNames.CPU)).isZero();
        assertThat(facts.shape().nonZeroRequest().get(ResourceNames.CPU)).isEqualTo(100);
        assertThat(facts.shape().nonZeroRequest().get(ResourceNames.MEMORY)).isEqualTo(200L << 20);
    }

    @Test
    void leavesThePodObjectAsItIs() {
        Pod pod = Samples.batchPod("p", 1_000, "1Gi");

        PodFactsReader.read(pod);

        assertThat(pod).isEqualTo(Samples.batchPod("p", 1_000, "1Gi"));
    }

    @Test
    void completesTheBatchSpecOfAPodThatHasNone() {
        assertThat(Samples.batchPodFacts("p", 1_000, "1Gi").missingAnnotations())
                .containsExactly(Map.entry(
                        Annotations.POD_EXTENDED_RESOURCE_SPEC,
                        "{\"containers\":{\"main\":{\"requests\":{\"kubernetes.io/batch-cpu\":\"1000\","
                                + "\"kubernetes.io/batch-memory\":\"1Gi\"}}}}"));
    }

    @Test
    void addsNothingToAPodThatHasItsBatchSpecOrNeedsNone() {
        Pod annotated = Samples.batchPod("p", 1_000, "1Gi");
        annotated.getMetadata().setAnnotations(Map.of(Annotations.POD_EXTENDED_RESOURCE_SPEC, "{}"));

        assertThat(PodFactsReader.read(annotated).missingAnnotations()).isEmpty();
        assertThat(PodFactsReader.read(Samples.pod("p", Map.of("cpu", "1"))).missingAnnotations())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "abc", "1e41", "-", "1Xi"})
    void refusesAmountsThatAreNoneOrWouldFillTheMemory(String amount) {
        Pod pod = Samples.pod("p", Map.of("cpu", "1"));
        pod.getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .setRequests(Map.of("cpu", new io.fabric8.kubernetes.api.model.Quantity(amount)));

        assertThatThrownBy(() -> PodFactsReader.read(pod))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("container main: cpu");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 0-1 | 0-1",
                "1500m | 4,6 | 4,6",
                "2 | 0-2 | ''",
                "1 | 1-63 | ''",
                "0 | 0 | ''",
                "9000 | 0-8191 | 0-8191",
                "9000 | 0-8192 | ''"
            })
    void countsTheCpusThatABoundPodNamesAsFarAsItRequestsThem(String request, String written, String held) {
        Pod pod = Samples.pod("p", Map.of("cpu", request));
        pod.getMetadata().setLabels(Map.of(Labels.POD_QOS_CLASS, "LSR"));
        pod.getMetadata().setAnnotations(Map.of(Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"" + written + "\"}"));

        assertThat(Samples.boundFacts(pod, "n").numa().holding().cpus().format())
                .isEqualTo(held);
        assertThat(PodFactsReader.read(pod).numa().holding().isEmpty()).isTrue();
    }
}
