package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.testkit.work.AllocatedBytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSelectorMemoryTest {

    @Test
    void askingCostsNoMemory() {
        CompiledSelector selector = CompiledSelector.of(new LabelSelectorBuilder()
                .addToMatchExpressions(
                        new LabelSelectorRequirement("koordinator.sh/pool", "In", List.of("batch", "spark")))
                .build());
        Map<String, String> labels = Map.of("koordinator.sh/pool", "online", "zone", "a");

        assertThat(AllocatedBytes.perRun(1_000, () -> selector.matches(labels))).isZero();
    }
}
