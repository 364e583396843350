package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of annotations that cannot be used names object, key, value and what becomes of them. */
class BadAnnotationsTest {

    private final List<String> problems = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"cpuset\":\"7-4\"} | , field cpuset: '7-4'; allowed: a list of CPUs from 0 to 8191 such as 0-3,8",
                "{\"cpuset\":5} | : '{\"cpuset\":5}'; allowed: JSON such as {\"cpuset\":\"0-3\",",
                "[] | : '[]'; allowed: JSON such as {\"cpuset\":\"0-3\",",
            })
    void ofAPod(String text, String told) {
        PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName("web")
                        .withAnnotations(Map.of(Annotations.POD_RESOURCE_STATUS, text))
                        .endMetadata()
                        .build(),
                problems::add);

        assertThat(problems)
                .singleElement()
                .asString()
                .satisfies(problem -> assertThat(problem)
                        .startsWith("Pod/shop/web: invalid " + Annotations.POD_RESOURCE_STATUS + told)
                        .endsWith(PodInfos.COUNTS_AS_ABSENT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"reservedCPUs\":\"7-4\"} | reservedCPUs: '7-4'; allowed: ranges that run forwards; the rest is in force",
                "{\"reservedCPUs\":\"a\"} | , the end of a range up to 4096; it counts as absent",
                "{\"resources\":{\"cpu\":\"x\"}} | from 0 to 9007199254740992; it counts as absent",
            })
    void ofANode(String text, String told) {
        NodeFacts.of(
                new NodeBuilder()
                        .withNewMetadata()
                        .withName("node-a")
                        .withAnnotations(Map.of(Annotations.NODE_RESERVATION, text))
                        .endMetadata()
                        .build(),
                null,
                problems::add);

        assertThat(problems)
                .singleElement()
                .asString()
                .satisfies(problem -> assertThat(problem)
                        .startsWith("Node/node-a: invalid " + Annotations.NODE_RESERVATION)
                        .endsWith(told));
    }
}
