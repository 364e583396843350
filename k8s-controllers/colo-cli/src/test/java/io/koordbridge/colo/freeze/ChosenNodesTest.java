package io.koordbridge.colo.freeze;

import static io.koordbridge.colo.OrderedNodes.FROZEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.OrderedNodes;
import io.koordbridge.colo.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChosenNodesTest {
    private static final String LEASE = "node.koordinator.sh/yarn-lease";

    @TempDir
    private Path temp;

    private OrderedNodes nodes;

    @BeforeEach
    void start() throws IOException {
        nodes = new OrderedNodes(temp, "worker-1", "worker-2", "worker-3");
        nodes.annotate("worker-1", LEASE, "{}").annotate("worker-3", LEASE, "{}");
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    void areFrozenWithAReasonAndThawed() {
        Run frozen = nodes.colo("freeze", "node", "worker-1", "worker-2", "--reason", "disk \"sdb\" is replaced");

        assertThat(frozen.exitCode()).as(frozen.err()).isZero();
        assertThat(frozen.out().lines()).containsExactly("node/worker-1 frozen", "node/worker-2 frozen");
        assertThat(OrderedNodes.value(nodes.annotation("worker-1", FROZEN), "reason"))
                .isEqualTo("disk \"sdb\" is replaced");
        assertThat(OrderedNodes.value(nodes.annotation("worker-1", FROZEN), "time"))
                .endsWith("Z");

        Run thawed = nodes.colo("thaw", "node", "worker-1");

        assertThat(thawed.out().strip()).isEqualTo("node/worker-1 thawed");
        assertThat(nodes.annotation("worker-1", FROZEN)).isNull();
        assertThat(nodes.annotation("worker-2", FROZEN)).isNotNull().doesNotContain("null");
    }

    @Test
    void areAllThoseWithYarnAndToThawAllThatAreFrozen() {
        assertThat(nodes.colo("freeze", "node", "--all").out().lines())
                .containsExactly("node/worker-1 frozen", "node/worker-3 frozen");
        nodes.annotate("worker-2", FROZEN, "{}");

        assertThat(nodes.colo("thaw", "node", "--all").out().lines())
                .containsExactly("node/worker-1 thawed", "node/worker-2 thawed", "node/worker-3 thawed");
        assertThat(nodes.colo("thaw", "node", "--all").err().strip()).isEqualTo("colo: No node fits.");
        assertThat(nodes.colo("thaw", "node", "--all").exitCode()).isEqualTo(1);
    }

    @Test
    void haveToBeSaidInOneWay() {
        assertThat(nodes.colo("freeze", "node").exitCode()).isEqualTo(2);
        assertThat(nodes.colo("freeze", "node", "worker-1", "--all").exitCode()).isEqualTo(2);
        assertThat(nodes.colo("thaw", "node", "worker-1", "--pool", "blue").exitCode())
                .isEqualTo(2);
        assertThat(nodes.colo("freeze").err()).contains("Freeze what?");
        assertThat(nodes.colo("thaw").err()).contains("Thaw what?");
        assertThat(nodes.patches()).isEmpty();
    }

    @Test
    void thatAreUnknownDoNotKeepTheOthersBack() {
        Run run = nodes.colo("freeze", "node", "worker-9", "worker-1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().strip()).isEqualTo("colo: there is no node worker-9");
        assertThat(nodes.annotation("worker-1", FROZEN)).isNotNull();
    }

    @Test
    void thatMayNotBeWrittenSayWhichRightIsMissing() {
        Run run = nodes.refusePatches(403).colo("freeze", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("does not let you patch node worker-1 (403)");
    }
}
