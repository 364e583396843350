package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.testkit.conformance.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DefaultedAmountsTest {

    private ObjectNode pod = Json.MAPPER.createObjectNode();

    @BeforeEach
    void aPodOfANamespaceWithDefaultLimits() throws JsonProcessingException {
        pod = (ObjectNode) Json.MAPPER.readTree("""
                {"metadata": {"annotations": {"kubernetes.io/limit-ranger":
                  "LimitRanger plugin set: cpu request for container main; cpu limit for container main; x; cpu limit for container gone"}},
                 "spec": {"initContainers": [{"name": "main", "resources": {"requests": {"cpu": "1"}}}],
                  "containers": [{"name": "main", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"cpu": "2"}}}]}}""");
    }

    private ObjectNode container(String list) {
        return PodTree.containers(pod, list).get(0);
    }

    @Test
    void takesRequestAndLimitThatTheOwnerDidNotChoose() {
        assertThat(DefaultedAmounts.of(pod).takeFrom(container("containers"), false, "cpu"))
                .isTrue();

        assertThat(container("containers").path("resources"))
                .hasToString("{\"requests\":{\"memory\":\"1Gi\"},\"limits\":{}}");
    }

    @Test
    void leavesTheOwnersAmountsAndOtherContainers() {
        ObjectNode before = pod.deepCopy();
        DefaultedAmounts defaults = DefaultedAmounts.of(pod);

        assertThat(defaults.takeFrom(container("containers"), false, "memory")).isFalse();
        assertThat(defaults.takeFrom(container("initContainers"), true, "cpu")).isFalse();
        assertThat(pod).isEqualTo(before);
    }

    @Test
    void leavesAnAmountThatAProfileHasSetSince() {
        DefaultedAmounts defaults = DefaultedAmounts.of(pod.deepCopy());
        container("containers").withObject("/resources/limits").put("cpu", "8");

        defaults.takeFrom(container("containers"), false, "cpu");

        assertThat(container("containers").path("resources"))
                .hasToString("{\"requests\":{\"memory\":\"1Gi\"},\"limits\":{\"cpu\":\"8\"}}");
    }

    @Test
    void aPodWithoutTheAnnotationHasNone() {
        pod.remove("metadata");

        assertThat(DefaultedAmounts.of(pod).takeFrom(container("containers"), false, "cpu"))
                .isFalse();
    }
}
