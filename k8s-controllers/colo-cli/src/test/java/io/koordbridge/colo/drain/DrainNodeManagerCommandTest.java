package io.koordbridge.colo.drain;

import static io.koordbridge.colo.OrderedNodes.DRAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.OrderedNodes;
import io.koordbridge.colo.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainNodeManagerCommandTest {
    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"nm-0","namespace":"hadoop","labels":{"app.kubernetes.io/component":"%s"}},
             "spec":{"containers":[]%s}}
            """;

    @TempDir
    private Path temp;

    private OrderedNodes nodes;

    @BeforeEach
    void start() throws IOException {
        nodes = new OrderedNodes(temp, "worker-1");
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    void drainsTheNodeOfThePod() {
        nodes.pod(POD.formatted("node-manager", ",\"nodeName\":\"worker-1\""));

        Run run = nodes.colo("drain", "nodemanager", "hadoop/nm-0", "--no-wait");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(nodes.annotation("worker-1", DRAIN)).contains("\"deletePod\":true");
    }

    @Test
    void refusesPodsThatAreNoNodeManagerOfANode() {
        assertThat(drain().err().strip()).isEqualTo("colo: there is no pod hadoop/nm-0");
        nodes.pod(POD.formatted("web", ",\"nodeName\":\"worker-1\""));
        assertThat(drain().err()).contains("no label app.kubernetes.io/component=node-manager");
        nodes.pod(POD.formatted("node-manager", ""));
        assertThat(drain().err().strip()).isEqualTo("colo: pod hadoop/nm-0 is on no node yet");
        assertThat(drain().exitCode()).isEqualTo(1);
        assertThat(nodes.colo("drain", "nodemanager", "nm-0").exitCode()).isEqualTo(2);
        assertThat(nodes.patches()).isEmpty();
    }

    private Run drain() {
        return nodes.colo("drain", "nodemanager", "hadoop/nm-0");
    }
}
