package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.nodecheck.HostPort;
import io.koordbridge.scheduler.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeSumsTest {

    private static final HostPort PORT = new HostPort("0.0.0.0", "TCP", 80);

    @Test
    void aPortStaysTakenWhileOneOfItsPodsIsThere() {
        PodFacts one = withPort("one");
        PodFacts two = withPort("two");
        NodeSums both = NodeSums.EMPTY.plus(one).plus(two);

        NodeSums rest = both.minus(one, List.of(two));

        assertThat(rest.hostPorts()).containsExactly(PORT);
        assertThat(rest.minus(two, List.of()).hostPorts()).isEmpty();
        assertThat(rest.request()).isEqualTo(two.request());
    }

    private static PodFacts withPort(String name) {
        return PodFactsReader.read(new PodBuilder(Samples.batchPod(name, 500, "1Gi"))
                .editSpec()
                .withNodeName("n1")
                .editFirstContainer()
                .addNewPort()
                .withHostPort(80)
                .endPort()
                .endContainer()
                .endSpec()
                .build());
    }
}
