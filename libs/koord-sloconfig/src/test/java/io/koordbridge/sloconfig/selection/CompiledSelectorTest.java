package io.koordbridge.sloconfig.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.koordbridge.testkit.work.AllocatedBytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

    @Test
    void askingCostsNoMemory() {
        CompiledSelector selector = expression("koordinator.sh/pool", "In", "batch", "spark");
        Map<String, String> labels = Map.of("koordinator.sh/pool", "online", "zone", "a");

        assertThat(AllocatedBytes.perRun(1_000, () -> selector.matches(labels))).isZero();
    }
}
