package io.koordbridge.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StrippedStoreTest {

    private final List<String> seen = new ArrayList<>();
    private final StrippedStore<Node> store = new StrippedStore<>(StrippedStoreTest::stripped, new Seen());

    private final class Seen implements StrippedStore.Watcher<Node> {

        @Override
        public void put(@Nullable Node before, Node kept, Node whole) {
            String version = before == null ? "new" : before.getMetadata().getResourceVersion();
            seen.add(version + "->" + kept.getMetadata().getResourceVersion() + " of "
                    + whole.getMetadata().getLabels().size() + " labels");
        }

        @Override
        public void gone(Node kept) {
            seen.add("gone " + kept.getMetadata().getName());
        }
    }

    private static Node stripped(Node node) {
        return new NodeBuilder(node)
                .editMetadata()
                .withLabels(null)
                .endMetadata()
                .build();
    }

    private static Node node(String version) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .withResourceVersion(version)
                .withLabels(Map.of("zone", "z1"))
                .endMetadata()
                .build();
    }

    @Test
    void keepsTheStrippedPartAndShowsTheWholeToItsWatcher() {
        store.put("n1", node("1"));
        store.put("n1", node("2"));

        assertThat(store.get("n1")).isEqualTo(stripped(node("2")));
        assertThat(store.size()).isEqualTo(1);
        assertThat(seen).containsExactly("new->1 of 1 labels", "1->2 of 1 labels");
    }

    @Test
    void reportsARemovalOnce() {
        store.put("n1", node("1"));

        assertThat(store.remove("n1")).isNotNull();
        assertThat(store.remove("n1")).isNull();
        assertThat(store.names()).isEmpty();
        assertThat(seen).endsWith("gone n1").hasSize(2);
    }

    @Test
    void takesAWriteOfItsOwnOverInSilence() {
        store.put("n1", node("1"));

        Node before = store.replace(stripped(node("2")), "1");

        assertThat(before).isEqualTo(stripped(node("1")));
        assertThat(store.get("n1")).isEqualTo(stripped(node("2")));
        assertThat(seen).hasSize(1);
    }

    @Test
    void leavesWhatTheWatchBroughtAfterTheWrite() {
        store.put("n1", node("1"));
        store.put("n1", node("3"));

        assertThat(store.replace(stripped(node("2")), "1")).isNull();
        assertThat(store.get("n1")).isEqualTo(stripped(node("3")));
    }

    @Test
    void doesNotBringBackAnObjectThatIsGone() {
        assertThat(store.replace(stripped(node("2")), "1")).isNull();
        assertThat(store.get("n1")).isNull();
    }
}
