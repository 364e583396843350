package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchAnnotationTest {

    @Test
    void givesNothingThatTheSpecDoesNotRequest() {
        String annotation = """
            {"containers": {
              "main": {"limits": {"kubernetes.io/batch-cpu": "500"}},
              "no-such-container": {"limits": {"kubernetes.io/batch-cpu": "100000"}}}}\
            """;

        PodInfo pod = PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("be")
                        .withAnnotations(Map.of(Annotations.POD_EXTENDED_RESOURCE_SPEC, annotation))
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .endContainer()
                        .endSpec()
                        .build(),
                problem -> {});

        assertThat(pod.batch().containers()).noneMatch(BatchContainer::asks);
    }
}
