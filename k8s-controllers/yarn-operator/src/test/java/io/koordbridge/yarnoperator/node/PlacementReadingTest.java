package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementReadingTest {

    private static final String ID = "nm-0:8041";
    private static final List<NodeManagerRef> OWN = List.of(new NodeManagerRef("", "nm-0", 8041));

    private static Node node(String text) {
        NodeBuilder builder = new NodeBuilder().withNewMetadata().withName("n").endMetadata();
        return text == null
                ? builder.build()
                : builder.editMetadata()
                        .addToAnnotations(Annotations.NODE_YARN_NODE_MANAGER, text)
                        .endMetadata()
                        .build();
    }

    private static Node says(String nodeId, Placement placement, Boolean strangers) {
        return node(AnnotationCodec.write(
                new YarnNodeManager(nodeId, null, null, null, placement, strangers, null, "2026-01-01T00:00:00Z")));
    }

    @Test
    void onlyAConfirmedPlacementCounts() {
        assertThat(PlacementReading.UNREAD
                        .next(says(ID, Placement.CONFIRMED, null))
                        .placed())
                .isTrue();
        for (Placement other : new Placement[] {Placement.UNCONFIRMED, Placement.ELSEWHERE, null}) {
            assertThat(PlacementReading.UNREAD.next(says(ID, other, null)).placed())
                    .as("%s", other)
                    .isFalse();
        }
    }

    @Test
    void aConfirmedPlacementStaysWhileThePluginIsSilent() {
        PlacementReading confirmed = PlacementReading.UNREAD.next(says(ID, Placement.CONFIRMED, false));

        assertThat(confirmed.next(says(null, null, null)).placed()).isTrue();
        assertThat(confirmed.next(node(null)).placed()).isTrue();
        assertThat(confirmed.next(node("{bad")).placed()).isTrue();
        assertThat(confirmed.next(node(null)).strangers(OWN)).isNull();
    }

    @Test
    void aPlacementThatIsDeniedOrOfAnotherNodeManagerDoesNotStay() {
        PlacementReading confirmed = PlacementReading.UNREAD.next(says(ID, Placement.CONFIRMED, false));

        assertThat(confirmed.next(says(ID, Placement.ELSEWHERE, null)).placed()).isFalse();
        assertThat(confirmed.next(says("nm-0:9999", null, null)).placed()).isFalse();
    }

    @Test
    void strangersAreThoseOfTheNodeManagerThatIsNamed() {
        PlacementReading seen = PlacementReading.UNREAD.next(says(ID, Placement.CONFIRMED, true));

        assertThat(seen.strangers(OWN)).isTrue();
        assertThat(seen.strangers(List.of(new NodeManagerRef("", "nm-1", 8041))))
                .isNull();
    }
}
