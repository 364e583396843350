package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import org.junit.jupiter.api.Test;

class NodeManagerAnnotationTest {

    private static final NodeManagerRef REF = new NodeManagerRef("", "h", 8041);
    private static final NodeManagerRef OTHER = new NodeManagerRef("", "h", 8042);

    private static NodeManagerAnnotation of(String text) {
        return NodeManagerAnnotation.ABSENT.next(node(text));
    }

    private static Node node(String text) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_YARN_NODE_MANAGER, text)
                .endMetadata()
                .build();
    }

    @Test
    void isTheSameWhileItsTextIs() {
        NodeManagerAnnotation named = of("{\"nodeId\":\"h:8041\",\"clusterId\":\"c\"}");

        assertThat(named.nodeId()).isEqualTo(new YarnNodeId("h", 8041));
        assertThat(named.clusterId()).isEqualTo("c");
        assertThat(named.next(node(named.text()))).isSameAs(named);
        assertThat(named.next(node("{\"nodeId\":\"h:8042\"}")).nodeId()).isEqualTo(new YarnNodeId("h", 8042));
        assertThat(named.next(new NodeBuilder().withNewMetadata().endMetadata().build()))
                .isEqualTo(NodeManagerAnnotation.ABSENT);
    }

    @Test
    void aNameMeansOnlyItsNodeManager() {
        assertThat(of("{\"nodeId\":\" h : 8041\"}").means(REF, false)).isTrue();
        assertThat(of("{\"nodeId\":\"h:8041\"}").means(OTHER, true)).isFalse();
        assertThat(of("{\"nodeId\":\"h\"}").means(REF, true)).isFalse();
    }

    @Test
    void withoutANameTheOnlyOneIsMeant() {
        assertThat(of("{}").means(REF, true)).isTrue();
        assertThat(of("{}").means(REF, false)).isFalse();
    }

    @Test
    void whatCannotBeReadIsNamed() {
        assertThat(of("{").problem()).contains("Node/n", Annotations.NODE_YARN_NODE_MANAGER);
        assertThat(of("{").value()).isNull();
    }
}
