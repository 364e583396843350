package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** An agent that is killed at any of its writes: the next one leaves the tree as if nothing had happened. */
class KillPointsTest {

    private static final int PODS = 6;
    private static final int TICKS = 9;
    private static final String LIMIT = String.valueOf(64 << 20);

    /** A life of some ticks; how many values it wrote. */
    private static int live(FakeNode node) {
        node.files.takeWrites();
        try (LoopFixture agent = node.start()) {
            for (int i = 0; i < TICKS; i++) {
                node.passSecond();
                agent.loop.look();
            }
            awaitSlowWrites(node);
        }
        return node.files.takeWrites().size();
    }

    /** Memory limits are written in a thread of their own. */
    private static void awaitSlowWrites(FakeNode node) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> node.files.changed().entrySet().stream()
                                .filter(file -> file.getKey().endsWith("memory.limit_in_bytes"))
                                .filter(file -> file.getValue().equals(LIMIT))
                                .count()
                        == 2 * PODS);
    }

    private static Map<String, String> decided(FakeNode node) {
        Map<String, String> changed = new TreeMap<>(node.files.changed());
        changed.keySet().removeIf(path -> path.startsWith("/proc") || path.contains("/cpuacct/"));
        return changed;
    }

    private static FakeNode marked() {
        FakeNode node = new FakeNode(PODS);
        node.files.mark();
        return node;
    }

    @Test
    void aStartOnARightTreeWritesNothing() {
        FakeNode node = marked();
        assertThat(live(node))
                .as("two files of each pod and container, and the tier")
                .isGreaterThan(PODS * 2 * 2);
        Map<String, String> tree = decided(node);

        assertThat(live(node)).isZero();
        assertThat(decided(node)).isEqualTo(tree);
    }

    @TestFactory
    Stream<DynamicTest> theTreeIsRightAfterAKillAtEachWrite() {
        FakeNode undisturbed = marked();
        int writes = live(undisturbed);
        Map<String, String> right = decided(undisturbed);
        return IntStream.range(0, writes)
                .mapToObj(write -> DynamicTest.dynamicTest("killed at write " + write, () -> {
                    FakeNode node = marked();
                    dies(node, write);

                    int unused = live(node);
                    assertThat(decided(node)).isEqualTo(right);
                    assertThat(live(node)).isZero();
                }));
    }

    /** In whichever thread: no write happens after the one that killed. */
    private static void dies(FakeNode node, int writes) {
        try (LoopFixture agent = node.startToDieAfter(writes)) {
            for (int i = 0; i < TICKS; i++) {
                node.passSecond();
                agent.loop.look();
            }
        } catch (MortalFiles.KilledError e) {
            assertThat(node.files.takeWrites()).hasSizeLessThanOrEqualTo(writes);
        }
    }
}
