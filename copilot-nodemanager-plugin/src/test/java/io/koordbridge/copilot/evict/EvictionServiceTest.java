package io.koordbridge.copilot.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.EvictedContainers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EvictionServiceTest {
    private final EvictedContainers evicted = new EvictedContainers();
    private final FakeNode node = new FakeNode(evicted).add(task("a", 100)).add(task("b", 200));
    private final EvictionService service = new EvictionService(node, node, evicted);

    @Test
    void endsAContainerAsPreemptedAndRemembersItsStatus() {
        EvictionOutcome outcome = service.evict(byName(false, false, "a"));

        assertThat(ids(outcome.evicted())).containsExactly("a");
        assertThat(outcome.freed().memoryBytes()).isEqualTo(100);
        assertThat(node.calls()).containsExactly("kill a -102 Evicted by Koord Bridge: test");
        assertThat(evicted.status("a")).isEqualTo(-102);
        assertThat(evicted.status("b")).isNull();
    }

    @Test
    void askingTwiceEndsItOnce() {
        service.evict(byName(false, false, "a"));

        EvictionOutcome again = service.evict(byName(false, false, "a"));

        assertThat(again.evicted()).isEmpty();
        assertThat(ids(again.alreadyEnding())).containsExactly("a");
        assertThat(node.calls()).hasSize(1);
    }

    @Test
    void theSameDemandTwiceDoesNotTakeASecondContainer() {
        EvictionRequest demand = EvictionRequest.ofAmount(new Amount(0, 150), "test", false, false);
        service.evict(demand);

        EvictionOutcome again = service.evict(demand);

        assertThat(again.evicted()).isEmpty();
        assertThat(ids(again.alreadyEnding())).containsExactly("b");
        assertThat(node.calls()).hasSize(1);
    }

    @Test
    void forceKillsAfterTheEventNeverBefore() {
        service.evict(byName(true, false, "b"));

        assertThat(node.calls()).containsExactly("kill b -102 Evicted by Koord Bridge: test", "force b");
    }

    @Test
    void forceReachesWhatIsAlreadyEnding() {
        service.evict(byName(false, false, "b"));

        service.evict(byName(true, false, "b"));

        assertThat(node.calls()).containsExactly("kill b -102 Evicted by Koord Bridge: test", "force b");
    }

    @Test
    @Timeout(30)
    void nobodyWaitsForAKillThatTakesLong() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        node.onForce(() -> waitFor(release));
        try {
            CompletableFuture<EvictionOutcome> first =
                    CompletableFuture.supplyAsync(() -> service.evict(byName(true, false, "b")));
            await().until(() -> evicted.contains("b"));

            assertThat(ids(service.evict(byName(false, false, "a")).evicted())).containsExactly("a");
            EvictionOutcome again = service.evict(byName(false, false, "b"));

            assertThat(again.evicted()).isEmpty();
            assertThat(ids(again.alreadyEnding())).containsExactly("b");
            assertThat(ids(first.get().evicted()))
                    .as("the answer comes although the kill has not ended")
                    .containsExactly("b");
        } finally {
            release.countDown();
        }
    }

    @Test
    void aKillThatFailsDoesNotChangeTheAnswer() {
        node.onForce(() -> {
            throw new IllegalStateException("deliberate");
        });

        assertThat(ids(service.evict(byName(true, false, "b")).evicted())).containsExactly("b");
    }

    @Test
    void aDryRunTouchesNothing() {
        EvictionOutcome outcome = service.evict(byName(true, true, "a"));

        assertThat(ids(outcome.evicted())).containsExactly("a");
        assertThat(node.calls()).isEmpty();
        assertThat(evicted.contains("a")).isFalse();
    }

    @Test
    void namesWhatIsNotThereOrHasEnded() {
        node.add(task("ended", 100).state("DONE"));

        EvictionOutcome outcome = service.evict(byName(false, false, "a", "ended", "never", "a"));

        assertThat(outcome.notFound()).containsExactly("ended", "never");
        assertThat(ids(outcome.evicted())).containsExactly("a");
    }

    @Test
    void forgetsWhatTheNodeManagerForgot() {
        service.evict(byName(false, false, "a", "b"));

        evicted.retain(Set.of("b"));

        assertThat(evicted.contains("a")).isFalse();
        assertThat(evicted.contains("b")).isTrue();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static EvictionRequest byName(boolean force, boolean dryRun, String... ids) {
        return EvictionRequest.ofContainers(List.of(ids), "test", force, dryRun);
    }

    private static List<String> ids(List<ContainerFacts> containers) {
        return containers.stream().map(ContainerFacts::id).toList();
    }

    private static ContainerFacts.Builder task(String id, long usedBytes) {
        return ContainerFacts.of(id).size(1, 1024).usage(new ContainerUsage(100, usedBytes));
    }
}
