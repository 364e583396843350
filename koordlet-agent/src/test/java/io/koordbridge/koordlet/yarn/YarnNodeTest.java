package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.YarnResource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class YarnNodeTest {

    private static final String FIRST = "container_e17_1700000000000_0001_01_000001";
    private static final String SECOND = "container_e17_1700000000000_0001_01_000002";

    private static YarnNode node(YarnNode.@Nullable Capacity masters) {
        return new YarnNode("h:8041", null, null, masters, null, null, null, List.of());
    }

    private static YarnContainer container(String id, @Nullable String type, @Nullable Long megabytes) {
        return new YarnContainer(id, null, "RUNNING", null, type, null, 1L, megabytes, null);
    }

    @Test
    void thePluginsSumOfMastersCounts() {
        assertThat(node(new YarnNode.Capacity(2L, 4096L)).heldByMasters(List.of()))
                .isEqualTo(new YarnResource(2L, 4096L));
        assertThat(node(new YarnNode.Capacity(2L, null)).heldByMasters(List.of()))
                .isNull();
    }

    @Test
    void ofAnOlderPluginTheContainersAreSummedByTypeElseById() {
        List<YarnContainer> containers = List.of(
                container(FIRST, "TASK", 1L),
                container(FIRST, null, 10L),
                container(SECOND, null, 100L),
                container(SECOND, "APPLICATION_MASTER", 1000L));

        assertThat(node(null).heldByMasters(containers)).isEqualTo(new YarnResource(2L, 1010L));
        assertThat(node(null).heldByMasters(List.of())).isEqualTo(new YarnResource(0L, 0L));
    }

    @Test
    void aMasterWithoutASizeLeavesTheSumUnknown() {
        assertThat(node(null).heldByMasters(List.of(container(FIRST, null, null))))
                .isNull();
    }
}
