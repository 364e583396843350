package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.resourcemanager.KnownMasters;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MastersReadingTest {

    private static final String TEXT =
            "{\"masters\":[\"container_1_0001_01_000002\"],\"tasks\":[\"container_1_0002_01_000001\"]}";
    private static final KnownMasters KNOWN =
            new KnownMasters(Set.of("container_1_0001_01_000002"), Set.of("container_1_0002_01_000001"));

    @Test
    void knowsWhatTheNodeAgentWroteUntilTheAnnotationGoes() {
        MastersReading read = MastersReading.UNREAD.next(node(TEXT));

        assertThat(read.known()).isEqualTo(KNOWN);
        assertThat(read.problem()).isNull();
        assertThat(read.next(node(null)).known()).isEqualTo(KnownMasters.BY_ID);
    }

    @Test
    void aTextThatCannotBeReadIsNamedAndChangesNothing() {
        MastersReading read = MastersReading.UNREAD.next(node(TEXT)).next(node("{\"masters\":7}"));

        assertThat(read.known()).isEqualTo(KNOWN);
        assertThat(read.problem()).contains("node-a").contains(Annotations.NODE_YARN_MASTERS);
    }

    private static Node node(String text) {
        NodeBuilder node =
                new NodeBuilder().withNewMetadata().withName("node-a").endMetadata();
        return text == null
                ? node.build()
                : node.editMetadata()
                        .addToAnnotations(Annotations.NODE_YARN_MASTERS, text)
                        .endMetadata()
                        .build();
    }
}
