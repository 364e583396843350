package io.koordbridge.api.document.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompiledSelectorTest {

    private static CompiledSelector expression(String key, String operator, String... values) {
        return CompiledSelector.of(new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withKey(key)
                .withOperator(operator)
                .withValues(List.of(values))
                .endMatchExpression()
                .build());
    }

    @Test
    void anAbsentSelectorMatchesNothingAndAnEmptyOneEverything() {
        assertThat(CompiledSelector.of(null).matches(Map.of("a", "b"))).isFalse();
        assertThat(CompiledSelector.of(new LabelSelector()).matches(null)).isTrue();
        assertThat(CompiledSelector.of(null).isEmpty()).isTrue();
        assertThat(CompiledSelector.of(new LabelSelector()).isEmpty()).isTrue();
    }

    @Test
    void everyRequirementMustHold() {
        CompiledSelector selector = CompiledSelector.of(new LabelSelectorBuilder()
                .addToMatchLabels("pool", "batch")
                .addNewMatchExpression()
                .withKey("zone")
                .withOperator("NotIn")
                .withValues("a", "b")
                .endMatchExpression()
                .build());

        assertThat(selector.matches(Map.of("pool", "batch"))).isTrue();
        assertThat(selector.matches(Map.of("pool", "batch", "zone", "c"))).isTrue();
        assertThat(selector.matches(Map.of("pool", "batch", "zone", "b"))).isFalse();
        assertThat(selector.matches(Map.of("pool", "other"))).isFalse();
        assertThat(selector.matches(null)).isFalse();
    }

    @Test
    void presenceIsARequirement() {
        assertThat(expression("a", "Exists").matches(Map.of("a", ""))).isTrue();
        assertThat(expression("a", "Exists").matches(Map.of())).isFalse();
        assertThat(expression("a", "DoesNotExist").matches(Map.of("a", ""))).isFalse();
        assertThat(expression("a", "In", "x", "y").matches(Map.of("a", "y"))).isTrue();
        assertThat(expression("a", "In", "x").matches(Map.of())).isFalse();
    }

    @Test
    void anInvalidSelectorSaysWhyAndMatchesNothing() {
        assertThat(expression("a", "In").problem())
                .contains("requirement a In []: allowed are In and NotIn with values, Exists and DoesNotExist without");
        assertThat(expression("a", "Exists", "x").problem()).isPresent();
        assertThat(expression("a", "Gt", "1").problem()).isPresent();
        assertThat(expression("-a", "Exists").problem()).contains("key '-a' is no valid label key");
        CompiledSelector label = CompiledSelector.of(
                new LabelSelectorBuilder().addToMatchLabels("a", "no value").build());
        assertThat(label.problem()).contains("matchLabels a=no value is no valid label");
        assertThat(label.matches(Map.of("a", "no value"))).isFalse();
        assertThat(label.isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "a, In, x, ''",
                "a, In, x;x, ''",
                "a, In, '', ''",
                "koordinator.sh/pool, In, x, ''",
                "a, in, x, requirement a in [x]",
                "a, -, x, requirement a null [x]",
                "-, In, x, key 'null' is no valid label key",
                "ключ, In, x, key 'ключ' is no valid label key",
                "a, In, значение, requirement a In [значение]",
                "a, In, -x, requirement a In [-x]",
                "Koordinator.sh/pool, In, x, key 'Koordinator.sh/pool'",
                "a/b/c, In, x, key 'a/b/c'",
                "/a, In, x, key '/a'"
            })
    void oddRequirements(@Nullable String key, @Nullable String operator, String values, String problem) {
        CompiledSelector selector = CompiledSelector.of(new LabelSelector(
                List.of(new LabelSelectorRequirement(key, operator, List.of(values.split(";", -1)))), null));

        assertThat(selector.problem().orElse("")).startsWith(problem);
        assertThat(selector.problem().isEmpty()).isEqualTo(problem.isEmpty());
        assertThat(selector.matches(Map.of("a", "x")))
                .isEqualTo(problem.isEmpty() && "a".equals(key) && values.startsWith("x"));
    }

    @Test
    void aHugeSelectorHasAShortProblem() {
        CompiledSelector selector = expression("a", "Gt", "1".repeat(100_000));

        assertThat(selector.problem().orElseThrow()).hasSizeLessThan(300);
    }
}
