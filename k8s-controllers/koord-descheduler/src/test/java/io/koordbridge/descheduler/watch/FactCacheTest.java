package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FactCacheTest {

    private final Nowhere nowhere = new Nowhere();
    private final List<String> changes = new ArrayList<>();
    private final FactCache<Node, String> cache = new FactCache<>(
            nowhere.source(),
            WatchedKind.NODES,
            FactCacheTest::color,
            (name, before, after) -> changes.add(name + " " + before + ">" + after));
    private final ReflectorStore<Node> sink = cache.sink();

    @AfterEach
    void close() {
        nowhere.close();
    }

    private static String color(Node node, String before) {
        String color = node.getMetadata().getLabels().get("color");
        if (color == null) {
            throw new IllegalArgumentException("a node without color");
        }
        return color;
    }

    private static Node node(String name, String color) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("color", color)
                .endMetadata()
                .build();
    }

    @Test
    void reportsOnlyWhatChangedInFacts() {
        sink.put(node("a", "red"));
        sink.put(node("a", "red"));
        sink.put(node("a", "blue"));
        sink.remove(null, "a");
        sink.remove(null, "a");

        assertThat(changes).containsExactly("a null>red", "a red>blue", "a blue>null");
        assertThat(cache.values()).isEmpty();
    }

    @Test
    void forgetsWhatIsNotInANewList() {
        sink.put(node("a", "red"));
        sink.put(node("b", "red"));
        sink.listing();
        sink.put(node("b", "red"));
        sink.listed();

        assertThat(cache.get("a")).isNull();
        assertThat(cache.get("b")).isEqualTo("red");
    }

    @Test
    void keepsWhatIsKnownOfAnObjectThatCannotBeRead() {
        sink.put(node("a", "red"));
        sink.put(node("b", "red"));
        sink.listing();
        sink.unreadable("", "a", "malformed");
        assertThatIllegalArgumentException().isThrownBy(() -> sink.put(node("b", null)));
        sink.listed();

        assertThat(cache.get("a")).isEqualTo("red");
        assertThat(cache.get("b")).isEqualTo("red");
        assertThat(cache.feed().synced()).isFalse();
    }
}
