package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.testkit.conformance.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodLevelResourcesTest {

    private static ObjectNode pod(String spec) {
        try {
            return (ObjectNode)
                    Json.MAPPER.readTree("{'spec': %s}".formatted(spec).replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(spec, e);
        }
    }

    private static ObjectNode replaced(String spec) {
        ObjectNode pod = pod("{'priority': 5500, " + spec + "}");
        ResourceReplacement.apply(pod, DefaultedAmounts.of(pod));
        return pod;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'requests': {'cpu': '8', 'memory': '1Gi'}, 'limits': {'cpu': 10}} | {} "
                        + "| {'requests': {'kubernetes.io/batch-cpu': '8k', 'kubernetes.io/batch-memory': '1Gi'}, 'limits': {'kubernetes.io/batch-cpu': '10k'}}",
                "{'limits': {'cpu': '2'}} | {'requests': {'memory': '1Gi'}} "
                        + "| {'requests': {'kubernetes.io/batch-memory': '1Gi', 'kubernetes.io/batch-cpu': '2k'}, 'limits': {'kubernetes.io/batch-cpu': '2k'}}",
                "{'requests': {'cpu': '8'}} | {'requests': {'cpu': '1', 'example.com/card': 1}} "
                        + "| {'requests': {'example.com/card': 1, 'kubernetes.io/batch-cpu': '8k'}}"
            })
    void goToTheOnlyContainerAndBecomeBatchResources(String whole, String own, String wanted) {
        ObjectNode pod =
                replaced("'resources': %s, 'containers': [{'name': 'main', 'resources': %s}]".formatted(whole, own));

        assertThat(pod)
                .isEqualTo(
                        pod("{'priority': 5500, 'containers': [{'name': 'main', 'resources': %s}]}".formatted(wanted)));
    }

    @Test
    void goToAContainerThatSaysNothingOfResources() {
        ObjectNode pod = replaced("'resources': {'requests': {'cpu': 1}}, 'containers': [{'name': 'main'}],"
                + " 'initContainers': [{'name': 'first'}]");

        assertThat(pod.at("/spec/containers/0/resources/requests/kubernetes.io~1batch-cpu")
                        .asText())
                .isEqualTo("1k");
        assertThat(pod.at("/spec/resources").isMissingNode()).isTrue();
    }

    @Test
    void leavesWhatNoBatchResourceReplaces() {
        ObjectNode pod = replaced("'resources': {'requests': {'cpu': 1, 'hugepages-2Mi': '2Mi'}, 'limits':"
                + " {'hugepages-2Mi': '2Mi'}}, 'containers': [{'name': 'main'}]");

        assertThat(pod.at("/spec/resources"))
                .isEqualTo(pod("{'requests': {'hugepages-2Mi': '2Mi'}, 'limits': {'hugepages-2Mi': '2Mi'}}")
                        .get("spec"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'containers': [{'name': 'a'}, {'name': 'b'}]",
                "'containers': [{'name': 'a'}], 'initContainers': [{'name': 's', 'restartPolicy': 'Always'}]",
                "'containers': []"
            })
    void refuseAPodInWhichTheyBelongToNobody(String containers) {
        assertThatThrownBy(() -> replaced("'resources': {'limits': {'cpu': 1}}, " + containers))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("spec.resources")
                .hasMessageContaining("each container");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{'requests': {}}", "{'requests': {'hugepages-2Mi': '2Mi'}}"})
    void thatNameNeitherCpuNorMemoryStay(String whole) {
        String spec = "'resources': %s, 'containers': [{'name': 'a'}, {'name': 'b'}]".formatted(whole);

        assertThat(replaced(spec)).isEqualTo(pod("{'priority': 5500, " + spec + "}"));
    }

    @Test
    void ofPodsThatAreNotConvertedStay() {
        String spec =
                "{'priority': 9500, 'resources': {'requests': {'cpu': 1}}, 'containers': [{'name': 'a'}, {'name': 'b'}]}";
        ObjectNode pod = pod(spec);

        ResourceReplacement.apply(pod, DefaultedAmounts.of(pod));

        assertThat(pod).isEqualTo(pod(spec));
    }
}
