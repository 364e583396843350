package io.koordbridge.scheduler.place.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodDeviceProblemsTest {

    private static Pod pod(String share, String grants) {
        Pod pod = Samples.pod("p", Map.of("koordinator.sh/gpu", share));
        pod.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_ALLOCATED, grants.replace('\'', '"')));
        return pod;
    }

    @Test
    void saysOfABoundPodThatItHoldsLessThanItSays() {
        Pod liar = pod("50", "{'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-core':'100'}}]}");

        assertThat(PodDeviceProblems.beyondRequest(Samples.bound(liar, "n1")))
                .containsExactly("annotation scheduling.koordinator.sh/device-allocated counts as absent:"
                        + " koordinator.sh/gpu-core of its devices is 100 in sum, and the pod requests 50");
        assertThat(PodDeviceProblems.beyondRequest(liar)).isEmpty();
        assertThat(PodDeviceProblems.beyondRequest(Samples.bound(Samples.pod("p", Map.of()), "n1")))
                .isEmpty();
    }

    @Test
    void namesAmountsBelowNothingAndWhatCannotBeRead() {
        assertThat(PodDeviceProblems.of(Map.of(
                        Annotations.POD_DEVICE_ALLOCATED,
                        "{\"gpu\":[{\"minor\":0,\"resources\":{\"koordinator.sh/gpu-core\":\"-500\"}}]}")))
                .singleElement()
                .asString()
                .contains("-500", "allowed: 0 and more");
        assertThat(PodDeviceProblems.of(Map.of(Annotations.POD_DEVICE_JOINT, "{")))
                .hasSize(1);
        assertThat(PodDeviceProblems.of(Map.of())).isEmpty();
    }
}
