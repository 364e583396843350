package io.koordbridge.colo.cluster;

import static io.koordbridge.colo.OrderedNodes.FROZEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.OrderedNodes;
import io.koordbridge.colo.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeAnnotationsTest {

    @TempDir
    private Path temp;

    @Test
    void areWrittenOnTheNodeAsItIsAlsoWhenItChangesMeanwhile() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1")) {
            Run run = nodes.conflicts(3).colo("freeze", "node", "worker-1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(nodes.patches())
                    .singleElement()
                    .asString()
                    .startsWith("{\"metadata\":{\"resourceVersion\":\"1\",\"annotations\":{\"" + FROZEN);
        }
    }

    @Test
    void areGivenUpOnANodeThatChangesAllTheTime() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1")) {
            Run run = nodes.conflicts(100).colo("freeze", "node", "worker-1");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("node worker-1 changes all the time", "in 5 tries");
        }
    }

    @Test
    void thatAreNotThereAreNotRemoved() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1")) {
            assertThat(nodes.colo("thaw", "node", "worker-1").exitCode()).isZero();
            assertThat(nodes.patches()).isEmpty();
        }
    }
}
