package io.koordbridge.scheduler.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.wake.RefusedPods.Change;
import io.koordbridge.scheduler.wake.RefusedPods.Refusal;
import io.koordbridge.scheduler.wake.RefusedPods.Woken;
import io.koordbridge.scheduler.wake.RefusedPods.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WakeRoundTest {

    private static final int CAPACITY = 10;

    /** What a queue by rank would place, one after the other. */
    @Property(tries = 200)
    void wakesByRankWhoFitsBesideThoseBefore(
            @ForAll @Size(max = 30) List<@IntRange(min = 1, max = 6) Integer> cpus, @ForAll int seed) {
        List<Refusal> refused = new ArrayList<>();
        for (int i = 0; i < cpus.size(); i++) {
            refused.add(new Refusal(pod("p" + i, cpus.get(i), Math.floorMod(seed * (i + 1), 3)), 1, i));
        }
        List<String> expected = new ArrayList<>();
        int left = CAPACITY;
        List<Refusal> queue = new ArrayList<>(refused);
        queue.sort(Comparator.comparingInt((Refusal one) -> -one.pod().traits().priority())
                .thenComparingLong(Refusal::since));
        for (Refusal one : queue) {
            int cpu = cpus.get((int) one.since());
            if (cpu <= left) {
                left -= cpu;
                expected.add(one.pod().name());
            }
        }

        assertThat(woken(refused, List.of(), "n1")).isEqualTo(expected);
    }

    @Test
    void roomThatAnotherPodIsExpectedForIsTaken() {
        Refusal one = new Refusal(pod("one", 6, 0), 1, 1);
        Woken expected = new Woken(new Refusal(pod("expected", 6, 0), 1, 0), "n1", 2, 0);

        assertThat(woken(List.of(one), List.of(), "n1")).containsExactly("one");
        assertThat(woken(List.of(one), List.of(expected), "n1")).isEmpty();
        assertThat(woken(List.of(one), List.of(expected), "n1", "n2")).containsExactly("one");
    }

    @Test
    void severalNodesWakeAsManyAsFitOnAll() {
        List<Refusal> refused = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            refused.add(new Refusal(pod("p" + i, 5, 0), 1, i));
        }

        assertThat(woken(refused, List.of(), "n1", "n2", "n3")).hasSize(6);
    }

    private static List<String> woken(List<Refusal> refused, List<Woken> expected, String... nodes) {
        ClusterLedger ledger = new ClusterLedger();
        Map<String, Change> changed = new HashMap<>();
        for (String node : nodes) {
            ledger.nodeSeen(Samples.nodeFacts(node, CAPACITY * 1_000L, "80Gi"));
            changed.put(node, new Change(Optional.empty(), 2, 2));
        }
        return new WakeRound(new Work(refused, changed, expected), ledger.trial(), Samples.plugins())
                .toTryAgain().stream()
                        .map(fitting -> fitting.refusal().pod().name())
                        .toList();
    }

    private static PodFacts pod(String name, int cpus, int priority) {
        return PodFactsReader.read(new PodBuilder(Samples.batchPod(name, cpus * 1_000L, "1Mi"))
                .editSpec()
                .withPriority(priority)
                .endSpec()
                .build());
    }
}
