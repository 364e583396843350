package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusterViewTest {

    private static NodeView node(String name) {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts(name, 1_000, "1Gi"));
        return ledger.view().node(name).orElseThrow();
    }

    private static List<String> names(ClusterView view) {
        return view.nodes().stream().map(NodeView::name).toList();
    }

    @Test
    void nodesAreInTheOrderOfTheirNamesOverRandomHistories() {
        Random random = new Random(3);
        List<NodeView> all =
                IntStream.range(0, 60).mapToObj(number -> node("n" + number)).toList();
        ClusterView view = ClusterView.empty();
        TreeSet<String> expected = new TreeSet<>();
        List<ClusterView> earlier = new ArrayList<>();
        List<List<String>> earlierNames = new ArrayList<>();
        for (int step = 0; step < 3_000; step++) {
            NodeView node = all.get(random.nextInt(all.size()));
            boolean gone = random.nextInt(3) == 0;
            view = view.with(node.name(), gone ? null : node);
            if (gone) {
                expected.remove(node.name());
            } else {
                expected.add(node.name());
            }
            assertThat(names(view)).containsExactlyElementsOf(expected);
            assertThat(view.size()).isEqualTo(expected.size());
            if (step % 300 == 0) {
                earlier.add(view);
                earlierNames.add(List.copyOf(expected));
            }
        }
        assertThat(earlier.stream().map(ClusterViewTest::names)).containsExactlyElementsOf(earlierNames);
    }

    @Test
    void placesOfNodesThatAreGoneAreGivenAnew() {
        ClusterView view = ClusterView.of(node("a"), node("b"));
        Object line = view.line();
        NodeView other = node("other");
        for (int number = 0; number < 1_100; number++) {
            view = view.with("x" + number, other).with("x" + number, null);
        }

        assertThat(view.line()).isNotSameAs(line);
        assertThat(view.places()).isLessThan(1_100);
        assertThat(names(view)).containsExactly("a", "b");
    }

    @Test
    void aSnapshotHasItsNumberInAllViewsThatFollow() {
        ClusterView first = ClusterView.of(node("a"), node("b"));
        ClusterView second = first.with("b", node("b"));
        ClusterView own = second.replaced("a", node("a"));

        assertThat(second.versions()[0][0]).isEqualTo(first.versions()[0][0]);
        assertThat(second.versions()[0][1]).isNotEqualTo(first.versions()[0][1]);
        assertThat(own.versions()[0][0]).isNotEqualTo(second.versions()[0][0]);
        assertThat(own.line()).isSameAs(first.line());
    }
}
