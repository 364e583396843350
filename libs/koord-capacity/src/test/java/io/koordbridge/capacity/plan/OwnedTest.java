package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnedTest {

    @Test
    void holdsTheNamesOfAllStagesOnceEach() {
        Owned all = Owned.of(ResourceStages.ALL);

        assertThat(all.resources())
                .contains(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY, ResourceNames.MID_CPU)
                .doesNotHaveDuplicates();
        assertThat(all.annotations()).doesNotHaveDuplicates();
        assertThat(all.labels()).doesNotHaveDuplicates();
    }

    /** A name that two stages own would be written by both in turn. */
    @Test
    void noNameBelongsToTwoStages() {
        Set<String> seen = new HashSet<>();
        for (ResourceStage<?> stage : ResourceStages.ALL) {
            Owned owned = stage.owned();
            for (List<String> names : List.of(owned.resources(), owned.annotations(), owned.labels())) {
                assertThat(names)
                        .as(stage.name())
                        .allSatisfy(name -> assertThat(seen.add(name)).isTrue());
            }
        }
    }

    @Test
    void separatesResourcesWithThresholdFromExactOnes() {
        Owned owned = new Owned(List.of("batch"), List.of("gpu"), List.of(), List.of());

        assertThat(owned.resources()).containsExactly("batch", "gpu");
        assertThat(owned.hasResources()).isTrue();
        assertThat(owned.hasMetadata()).isFalse();
        assertThat(Owned.annotation("ratio").hasResources()).isFalse();
        assertThat(Owned.annotation("ratio").hasMetadata()).isTrue();
        assertThat(Owned.NOTHING.hasResources() || Owned.NOTHING.hasMetadata()).isFalse();
    }
}
