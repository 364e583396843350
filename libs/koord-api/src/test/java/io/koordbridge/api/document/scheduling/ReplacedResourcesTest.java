package io.koordbridge.api.document.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacedResourcesTest {

    private static Decoded<ReplacedResources> read(String text) {
        return ReplacedResources.read(new PodBuilder()
                .withNewMetadata()
                .addToAnnotations(Annotations.POD_REPLACE_RESOURCES, text)
                .endMetadata()
                .build());
    }

    @Test
    void aRuleRenamesOrLeavesOut() {
        assertThat(read(" a : b ,c:,d:e:f"))
                .isEqualTo(Decoded.of(new ReplacedResources(Map.of("a", "b", "c", "", "d", "e:f"))));
        assertThat(read("a:b,a:c")).isEqualTo(Decoded.of(new ReplacedResources(Map.of("a", "c"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", ", ,"})
    void blanksAreNoRule(String text) {
        assertThat(read(text)).isEqualTo(Decoded.of(new ReplacedResources(Map.of())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ":b", "null", "{}"})
    void aWrongRuleIsNamedAndDoesNotCount(String rule) {
        Decoded<ReplacedResources> read = read("x:y," + rule);

        assertThat(read.value()).isEqualTo(new ReplacedResources(Map.of("x", "y")));
        assertThat(read.problems()).extracting(WireProblem::value).containsExactly(rule);
    }

    @Test
    void aLongTextHasNoRule() {
        assertThat(read("a:b,".repeat(25_000)).value()).isEqualTo(new ReplacedResources(Map.of()));
    }

    @Test
    void manyWrongRulesAreFewProblems() {
        assertThat(read("x,".repeat(8_000) + "a:b").problems()).hasSize(8);
        assertThat(read("x,".repeat(8_000) + "a:b").value()).isEqualTo(new ReplacedResources(Map.of("a", "b")));
    }
}
