package io.koordbridge.capacity.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodePreparationTest {

    @Test
    void changesOnlyWhatItNames() {
        NodePreparation wanted = NodePreparation.removing(List.of("a"))
                .and(NodePreparation.setting(Map.of("b", new Quantity("2"))))
                .and(NodePreparation.annotation("note", Optional.of("text")))
                .and(NodePreparation.labels(Map.of("model", "A100")));

        assertThat(wanted.preparedResources(
                        Map.of("a", new Quantity("1"), "b", new Quantity("1"), "c", new Quantity("1"))))
                .isEqualTo(Map.of("b", new Quantity("2"), "c", new Quantity("1")));
        assertThat(wanted.preparedAnnotations(Map.of("other", "x"))).isEqualTo(Map.of("other", "x", "note", "text"));
        assertThat(wanted.preparedLabels(Map.of())).isEqualTo(Map.of("model", "A100"));
    }

    @Test
    void letsTheLaterOneWin() {
        NodePreparation wanted = NodePreparation.annotation("note", Optional.of("text"))
                .and(NodePreparation.annotation("note", Optional.empty()));

        assertThat(wanted.preparedAnnotations(Map.of("note", "old"))).isEmpty();
    }
}
