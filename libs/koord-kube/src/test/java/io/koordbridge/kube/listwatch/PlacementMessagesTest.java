package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** NodeCheckAgreementIT holds the field numbers against a real API server. */
class PlacementMessagesTest {

    private static PodSpec spec(ProtoWriter spec) {
        return PodMessages.WITH_PLACEMENT
                .pod(new ProtoReader(new ProtoWriter().message(2, spec).toBytes()))
                .getSpec();
    }

    @Test
    void decodesSelectorAndTolerations() {
        PodSpec spec = spec(new ProtoWriter()
                .message(7, new ProtoWriter().text(1, "disk").text(2, "ssd"))
                .message(22, new ProtoWriter().text(1, "gpu").text(2, "Exists").text(4, "NoSchedule")));

        assertThat(spec.getNodeSelector()).containsEntry("disk", "ssd").hasSize(1);
        assertThat(spec.getTolerations()).containsExactly(new Toleration("NoSchedule", "gpu", "Exists", null, null));
    }

    @Test
    void decodesTheRequiredNodeAffinity() {
        ProtoWriter requirement =
                new ProtoWriter().text(1, "zone").text(2, "In").text(3, "a").text(3, "b");
        ProtoWriter selector = new ProtoWriter().message(1, new ProtoWriter().message(1, requirement));
        PodSpec spec = spec(new ProtoWriter()
                .message(18, new ProtoWriter().message(1, new ProtoWriter().message(1, selector))));

        assertThat(spec.getAffinity()
                        .getNodeAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .getNodeSelectorTerms())
                .singleElement()
                .satisfies(term -> assertThat(term.getMatchExpressions())
                        .containsExactly(new NodeSelectorRequirement("zone", "In", List.of("a", "b"))));
        assertThat(spec.getAffinity().getPodAffinity()).isNull();
    }

    @Test
    void decodesThatOtherPodsMatter() {
        PodSpec spec = spec(new ProtoWriter()
                .message(
                        18,
                        new ProtoWriter()
                                .message(2, new ProtoWriter().message(2, new ProtoWriter()))
                                .message(3, new ProtoWriter().message(1, new ProtoWriter().text(3, "host"))))
                .message(33, new ProtoWriter().number(1, 1).text(3, "DoNotSchedule"))
                .message(39, new ProtoWriter().text(1, "claim")));

        assertThat(spec.getAffinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
                .isEmpty();
        assertThat(spec.getAffinity().getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
                .hasSize(1);
        assertThat(spec.getTopologySpreadConstraints())
                .singleElement()
                .satisfies(one -> assertThat(one.getWhenUnsatisfiable()).isEqualTo("DoNotSchedule"));
        assertThat(spec.getResourceClaims()).hasSize(1);
    }

    @Test
    void decodesSchedulingGates() {
        PodSpec spec = spec(new ProtoWriter()
                .message(38, new ProtoWriter().text(1, "example.com/a"))
                .message(38, new ProtoWriter().text(1, "example.com/b")));

        assertThat(spec.getSchedulingGates())
                .containsExactly(new PodSchedulingGate("example.com/a"), new PodSchedulingGate("example.com/b"));
    }

    @Test
    void decodesPortsOfTheHostAndKindsOfVolumes() {
        PodSpec spec = spec(new ProtoWriter()
                .message(
                        1,
                        new ProtoWriter().text(1, "token").message(2, new ProtoWriter().message(26, new ProtoWriter())))
                .message(
                        1,
                        new ProtoWriter().text(1, "data").message(2, new ProtoWriter().message(10, new ProtoWriter())))
                .message(
                        2,
                        new ProtoWriter()
                                .message(
                                        6,
                                        new ProtoWriter()
                                                .number(2, 8080)
                                                .text(4, "UDP")
                                                .text(5, "10.0.0.1"))));

        assertThat(spec.getVolumes().get(0).getProjected()).isNotNull();
        assertThat(spec.getVolumes().get(1).getProjected()).isNull();
        assertThat(spec.getContainers().get(0).getPorts()).singleElement().satisfies(port -> {
            assertThat(port.getHostPort()).isEqualTo(8080);
            assertThat(port.getProtocol()).isEqualTo("UDP");
            assertThat(port.getHostIP()).isEqualTo("10.0.0.1");
        });
    }

    @Test
    void decodesTaintsOfNodes() {
        byte[] node = new ProtoWriter()
                .message(
                        2,
                        new ProtoWriter()
                                .message(
                                        5,
                                        new ProtoWriter()
                                                .text(1, "gpu")
                                                .text(2, "yes")
                                                .text(3, "NoSchedule")))
                .toBytes();

        assertThat(NodeMessages.CAPACITY.node(new ProtoReader(node)).getSpec().getTaints())
                .containsExactly(new Taint("NoSchedule", "gpu", null, "yes"));
    }
}
