package io.koordbridge.manager.handlers.podvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceRulesTest {

    private static final String PREFIX = "koordinator.sh/";

    /** A pod whose containers request the pairs of a text, such as {@code gpu=50 cpu=1}; a slash starts the next one. */
    private static Pod pod(String requests) {
        PodBuilder pod = new PodBuilder().withNewSpec().endSpec();
        for (String container : requests.split("/")) {
            Map<String, Quantity> list = new HashMap<>();
            for (String pair : container.strip().split(" ")) {
                String[] parts = pair.split("=");
                list.put(
                        parts[0].startsWith("npu") ? "huawei.com/" + parts[0] : PREFIX + parts[0],
                        new Quantity(parts[1]));
            }
            pod.editSpec()
                    .addNewContainer()
                    .withName("c")
                    .withNewResources()
                    .withRequests(list)
                    .endResources()
                    .endContainer()
                    .endSpec();
        }
        return pod.build();
    }

    @ParameterizedTest
    @CsvSource({
        "gpu=50",
        "gpu=100",
        "gpu=200",
        "gpu=50 / gpu=50",
        "gpu.shared=2 gpu-memory=16",
        "gpu.shared=2 gpu-core=100 gpu-memory-ratio=50",
        "gpu.shared=1 npu-core=4",
    })
    void acceptsWhatCardsCanGive(String requests) {
        assertThat(DeviceRules.violations(pod(requests))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu=0 | gpu 0, allowed: more than 0",
                "gpu=150 | gpu 150, allowed: up to 100, or a multiple of 100",
                "gpu=100 / gpu=50 | gpu 150, allowed: up to 100, or a multiple of 100",
                "gpu=100 gpu.shared=1 | exclude each other",
                "gpu.shared=1 | given: none",
                "gpu.shared=1 gpu-memory=1 gpu-memory-ratio=1 | given: both",
                "gpu.shared=2 gpu-core=51 gpu-memory=8 | gpu-core 51, allowed: a multiple of koordinator.sh/gpu.shared 2",
                "gpu.shared=3 gpu-memory-ratio=50 | gpu-memory-ratio 50, allowed: a multiple of koordinator.sh/gpu.shared 3",
            })
    void rejectsWhatNoNodeCouldPlace(String requests, String detail) {
        assertThat(DeviceRules.violations(pod(requests)))
                .singleElement()
                .extracting(Violation::detail)
                .asString()
                .contains(detail);
    }

    @Test
    void concernsNoPodWithoutDevices() {
        assertThat(DeviceRules.violations(new Pod())).isEmpty();
        assertThat(DeviceRules.violations(pod("batch-cpu=1000"))).isEmpty();
    }
}
