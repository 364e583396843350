package io.koordbridge.colo.drain;

import static io.koordbridge.colo.OrderedNodes.DRAIN;
import static io.koordbridge.colo.OrderedNodes.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.OrderedNodes;
import io.koordbridge.colo.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DrainRunTest {
    private static final String MASTER =
            "[{\"application\":\"application_1_0007\",\"container\":\"container_1_0007_01_000001\"}]";
    private static final String OTHER = "{\"id\":\"theirs\",\"time\":\"2026-01-01T00:00:00Z\",\"deletePod\":true}";

    @TempDir
    private Path temp;

    private OrderedNodes nodes;

    @BeforeEach
    void start() throws IOException {
        nodes = new OrderedNodes(temp, "worker-1", "worker-10", "no-yarn");
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    void ordersTheDrainAndFollowsItUntilThePodIsGone() {
        AtomicInteger looks = new AtomicInteger();
        nodes.drain(order -> switch (looks.incrementAndGet() / 2) {
            case 0 -> "null";
            case 1 -> said(order, "DRAINING", 3, "[]", "");
            case 2 -> said(order, "HELD", 1, MASTER, "");
            case 3 -> said(order, "DRAINED", 0, "[]", "");
            default -> said(order, "DONE", 0, "[]", "pod hadoop/nm-0 is deleted");
        });

        Run run = nodes.colo("drain", "node", "worker-1", "--timeout", "20m");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .containsExactly(
                        "drain of node worker-1 within 20 min, masters hold it, the pod is deleted",
                        "DRAINING: 3 containers left, 9 min 40 s of its time left",
                        "HELD: 1 container left, master of application_1_0007 (container_1_0007_01_000001), 9 min 40 s of its time left",
                        "DRAINED: 0 containers left, 9 min 40 s of its time left",
                        "DONE: 0 containers left, 9 min 40 s of its time left",
                        "node worker-1 is drained: pod hadoop/nm-0 is deleted");
        assertThat(nodes.patches())
                .hasSize(2)
                .first()
                .asString()
                .contains("\\\"timeoutSeconds\\\":1200", "resourceVersion");
        assertThat(nodes.annotation("worker-1", DRAIN)).isNull();
    }

    @Test
    void writesWhatTheOptionsSayAndDoesNotFollowUnlessAsked() {
        Run run = nodes.colo(
                "drain", "node", "worker-1", "--timeout", "90s", "--evict-masters", "--keep-pod", "--no-wait");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("colo drain node worker-1 follows it, with --cancel calls it off");
        assertThat(nodes.annotation("worker-1", DRAIN))
                .contains("\"timeoutSeconds\":90", "\"evictMasters\":true", "\"deletePod\":false", "\"id\":\"");
        assertThat(nodes.annotation("worker-10", DRAIN)).isNull();
    }

    @Test
    void endsWith1AndNamesTheApplicationsWhenMastersHoldIt() {
        nodes.drain(order -> said(order, "FAILED", 1, MASTER, "the time is over"));

        Run run = nodes.colo("drain", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().strip())
                .isEqualTo(
                        "colo: node worker-1 is not drained, held by the master of application_1_0007"
                                + " (container_1_0007_01_000001); YARN has the node back. --evict-masters ends them: the time is over");
        assertThat(nodes.annotation("worker-1", DRAIN)).isNull();
    }

    @Test
    void aPodThatIsKeptStaysDrainedUntilItIsCalledOff() {
        nodes.drain(order -> said(order, "DRAINED", 0, "[]", ""));

        Run drained = nodes.colo("drain", "node", "worker-1", "--keep-pod");
        String order = nodes.annotation("worker-1", DRAIN);
        Run cancelled = nodes.colo("drain", "node", "worker-1", "--cancel");

        assertThat(drained.exitCode()).as(drained.err()).isZero();
        assertThat(drained.out()).contains("until colo drain node worker-1 --cancel");
        assertThat(order).contains("\"deletePod\":false");
        assertThat(cancelled.out().strip()).isEqualTo("the drain of node worker-1 is called off");
        assertThat(nodes.annotation("worker-1", DRAIN)).isNull();
        assertThat(nodes.colo("drain", "node", "worker-1", "--cancel").out().strip())
                .isEqualTo("no drain of node worker-1 is ordered");
    }

    @Test
    void aNodeManagerOnTheHostHasNoPodToWaitFor() {
        nodes.onHost().drain(order -> said(order, "DRAINED", 0, "[]", ""));

        Run run = nodes.colo("drain", "node", "worker-1");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("until colo drain node worker-1 --cancel");
        assertThat(nodes.annotation("worker-1", DRAIN)).isNotNull();
    }

    @Test
    void aSecondDrainFollowsTheFirst() {
        nodes.annotate("worker-1", DRAIN, OTHER).drain(order -> said(order, "DONE", 0, "[]", ""));
        AtomicInteger looks = new AtomicInteger();
        nodes.drain(order -> said(order, looks.incrementAndGet() < 3 ? "DRAINING" : "DONE", 0, "[]", ""));

        Run run = nodes.colo("drain", "node", "worker-1", "--evict-masters");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("a drain of node worker-1 is under way since 2026-01-01T00:00:00Z");
        assertThat(nodes.patches()).hasSize(1);
    }

    @Test
    void anOrderThatIsOverIsReplaced() {
        nodes.annotate("worker-1", DRAIN, OTHER).drain(order -> said(order, "DONE", 0, "[]", ""));

        nodes.colo("drain", "node", "worker-1", "--no-wait");

        assertThat(nodes.annotation("worker-1", DRAIN)).doesNotContain("theirs");
    }

    @Test
    void saysThatItWasCalledOffByAnother() {
        AtomicInteger looks = new AtomicInteger();
        nodes.drain(order -> {
            if (looks.incrementAndGet() > 4) {
                nodes.remove("worker-1", DRAIN);
                return "null";
            }
            return said(order, "DRAINING", 2, "[]", "");
        });

        Run run = nodes.colo("drain", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().strip()).isEqualTo("colo: the drain of node worker-1 was called off");
    }

    @Test
    void withoutAnOperatorNothingIsOrdered() {
        nodes.stopOperator();

        Run run = nodes.colo("drain", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).startsWith("colo: cannot reach the yarn-operator");
        assertThat(nodes.patches()).isEmpty();
    }

    @Test
    void theOrderIsTakenBackFromAnOperatorThatDoesNotKnowIt() {
        Run run = nodes.colo("--timeout", "0.2", "drain", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("did not take up the drain of node worker-1", "The drain is called off.");
        assertThat(nodes.annotation("worker-1", DRAIN)).isNull();
    }

    @Test
    void aDrainGoesOnWhenTheOperatorGoesAway() {
        AtomicInteger looks = new AtomicInteger();
        nodes.drain(order -> {
            if (looks.incrementAndGet() > 4) {
                throw new IllegalStateException("deliberate");
            }
            return said(order, "DRAINING", 2, "[]", "");
        });

        Run run = nodes.colo("--timeout", "0.3", "drain", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("The drain goes on: colo drain node worker-1 follows it");
        assertThat(nodes.annotation("worker-1", DRAIN)).isNotNull();
    }

    @Test
    void saysWhichRightIsMissing() {
        nodes.refusePatches(403);

        Run run = nodes.colo("drain", "node", "worker-1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().strip())
                .isEqualTo("colo: the API server does not let you patch node worker-1 (403):"
                        + " you need the right to get and patch nodes");
    }

    @Test
    void namesANodeThatIsNotThereOrHasNoYarn() {
        assertThat(nodes.colo("drain", "node", "worker-7").err().strip()).isEqualTo("colo: there is no node worker-7");
        assertThat(nodes.colo("drain", "node", "no-yarn").err()).contains("no NodeManager on node no-yarn");
        assertThat(nodes.colo("drain", "node", "no-yarn").exitCode()).isEqualTo(1);
        assertThat(nodes.patches()).isEmpty();
    }

    @Test
    void printsOneDocumentWhenThatIsWanted() {
        nodes.drain(order -> said(order, "DONE", 0, "[]", "gone"));

        Run run = nodes.colo("drain", "node", "worker-1", "-o", "json");

        assertThat(OrderedNodes.value(run.out(), "node")).isEqualTo("worker-1");
        assertThat(run.out()).contains("\"state\" : \"DONE\"");
        assertThat(run.exitCode()).isZero();
    }
}
