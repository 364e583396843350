package io.koordbridge.manager.quota.quotaprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.testkit.work.AllocatedBytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TreeSumsProperties {

    private static final LabelSelector BATCH =
            new LabelSelectorBuilder().addToMatchLabels("pool", "batch").build();

    private final TreeSums sums = new TreeSums();

    /** A step makes, changes or removes a node; what it says is read out of the number. */
    @Property(tries = 300)
    void theSumsAreThoseOfTheNodesThatAreThere(
            @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 9_999) Integer> steps) {
        TreeSums kept = new TreeSums();
        Map<String, Node> cluster = new HashMap<>();
        kept.of("kept", BATCH);
        for (int step : steps) {
            String name = "n" + step % 7;
            if (step / 7 % 4 == 0) {
                cluster.remove(name);
            } else {
                cluster.put(name, node(name, step / 100, step % 2 == 0, step % 3 == 0, step % 5 == 0));
            }
            kept.look(cluster.values().stream());

            TreeSums fresh = new TreeSums();
            fresh.look(cluster.values().stream());
            assertThat(kept.of("kept", BATCH)).isEqualTo(fresh.of("fresh", BATCH));
            assertThat(kept.of("kept", BATCH).total()).isEqualTo(added(cluster));
        }
    }

    private static ResourceAmounts added(Map<String, Node> cluster) {
        return cluster.values().stream()
                .filter(node -> "batch".equals(node.getMetadata().getLabels().get("pool")))
                .map(node -> ResourceAmounts.of(node.getStatus().getAllocatable()))
                .reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    @Test
    void aLookAtALargeClusterInWhichNothingChangedAddsNothingUp() {
        Map<String, Node> cluster = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            cluster.put("n" + i, node("n" + i, 4, true, true, true));
        }
        sums.look(cluster.values().stream());
        sums.of("p", BATCH);

        long idle = AllocatedBytes.perRun(5, () -> look(cluster));
        long one = AllocatedBytes.perRun(5, () -> {
            cluster.put("n7", node("n7", 8, true, true, true));
            look(cluster);
        });

        assertThat(idle).isLessThan(5_000 * 100);
        assertThat(one - idle).isLessThan(60_000);
    }

    private void look(Map<String, Node> cluster) {
        sums.look(cluster.values().stream());
        sums.of("p", BATCH);
    }

    @Test
    void anotherSelectorIsAnotherTree() {
        sums.look(List.of(node("a", 4, true, true, false), node("b", 8, false, true, false)).stream());

        assertThat(sums.of("p", BATCH).total().get("cpu")).isEqualByComparingTo("4");
        assertThat(sums.of("p", new LabelSelector()).total().get("cpu")).isEqualByComparingTo("12");
        assertThat(sums.of("p", null).total().isEmpty()).isTrue();
    }

    @Test
    void aNodeThatTakesNoPodsCountsAsUnschedulableToo() {
        sums.look(List.of(node("a", 4, true, true, false)).stream());
        assertThat(sums.of("p", BATCH).unschedulable().isEmpty()).isTrue();

        sums.look(List.of(node("a", 4, true, false, false)).stream());
        assertThat(sums.of("p", BATCH).unschedulable().get("cpu")).isEqualByComparingTo("4");
    }

    private static Node node(String name, int cpu, boolean batch, boolean ready, boolean gpu) {
        NodeBuilder node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("pool", batch ? "batch" : "other")
                .endMetadata()
                .withNewStatus()
                .addToAllocatable("cpu", new Quantity(String.valueOf(cpu)))
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .endCondition()
                .endStatus();
        return gpu
                ? node.editStatus()
                        .addToAllocatable("nvidia.com/gpu", new Quantity("2"))
                        .endStatus()
                        .build()
                : node.build();
    }
}
