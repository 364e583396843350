package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeMessagesTest {

    @Test
    void decodesWhatCapacityDependsOnAndPassesOverTheRest() {
        ProtoWriter metadata = new ProtoWriter()
                .text(1, "node-1")
                .text(2, "")
                .text(3, "")
                .text(5, "uid-1")
                .text(6, "12")
                .message(11, new ProtoWriter().text(1, "zone").text(2, "a"))
                .message(12, new ProtoWriter().text(1, "note").text(2, "x"));
        ProtoWriter spec =
                new ProtoWriter().text(1, "10.0.0.0/24").number(4, 1).message(5, new ProtoWriter().text(1, "taint"));
        ProtoWriter status = new ProtoWriter()
                .quantity(1, "cpu", "16")
                .quantity(2, "cpu", "15500m")
                .quantity(2, "kubernetes.io/batch-cpu", "4000")
                .message(
                        4,
                        new ProtoWriter()
                                .text(1, "Ready")
                                .text(2, "True")
                                .message(3, new ProtoWriter().number(1, 99))
                                .text(5, "KubeletReady"))
                .message(5, new ProtoWriter().text(1, "InternalIP").text(2, "10.0.0.1"));

        Node node = NodeMessages.CAPACITY.node(new ProtoReader(new ProtoWriter()
                .message(1, metadata)
                .message(2, spec)
                .message(3, status)
                .toBytes()));

        assertThat(node.getMetadata().getName()).isEqualTo("node-1");
        assertThat(node.getMetadata().getNamespace()).isNull();
        assertThat(node.getMetadata().getResourceVersion()).isEqualTo("12");
        assertThat(node.getMetadata().getLabels()).isEqualTo(Map.of("zone", "a"));
        assertThat(node.getMetadata().getAnnotations()).isEqualTo(Map.of("note", "x"));
        assertThat(node.getSpec().getUnschedulable()).isTrue();
        assertThat(node.getStatus().getCapacity()).isEqualTo(Map.of("cpu", new Quantity("16")));
        assertThat(node.getStatus().getAllocatable())
                .isEqualTo(Map.of("cpu", new Quantity("15500m"), "kubernetes.io/batch-cpu", new Quantity("4000")));
        assertThat(node.getStatus().getConditions()).singleElement().satisfies(condition -> {
            assertThat(condition.getType()).isEqualTo("Ready");
            assertThat(condition.getStatus()).isEqualTo("True");
        });
    }

    @Test
    void decodesAddressesWhereTheyAreRead() {
        byte[] message = new ProtoWriter()
                .message(
                        3,
                        new ProtoWriter()
                                .message(
                                        5,
                                        new ProtoWriter().text(1, "InternalIP").text(2, "10.0.0.1"))
                                .message(
                                        5, new ProtoWriter().text(1, "Hostname").text(2, "node-1"))
                                .message(6, new ProtoWriter().message(1, new ProtoWriter().number(1, 10_250)))
                                .quantity(2, "cpu", "16"))
                .toBytes();

        Node whole = NodeMessages.WITH_ADDRESSES.node(new ProtoReader(message));

        assertThat(whole.getStatus().getAddresses())
                .containsExactly(new NodeAddress("10.0.0.1", "InternalIP"), new NodeAddress("node-1", "Hostname"));
        assertThat(whole.getStatus().getDaemonEndpoints().getKubeletEndpoint().getPort())
                .isEqualTo(10_250);
        assertThat(whole.getStatus().getAllocatable()).isEqualTo(Map.of("cpu", new Quantity("16")));
        assertThat(NodeMessages.CAPACITY
                        .node(new ProtoReader(message))
                        .getStatus()
                        .getAddresses())
                .isEmpty();
    }
}
