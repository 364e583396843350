package io.koordbridge.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KindCacheTest {

    private final List<String> gone = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private final StrippedStore<Node> store = StrippedStore.whole(new Watcher());
    private final KubernetesClient unused =
            KubeClients.connect(new KubeConnection(null, "http://127.0.0.1:9", Duration.ofSeconds(1), 1), "kind-cache");
    private final KindCache<Node> cache =
            new KindCache<>(new ListWatchSource(unused, new MetricRegistry()), WatchedKind.NODES, store);
    private final ReflectorStore<Node> fed = cache.sink();

    @AfterEach
    void stop() {
        cache.close();
        unused.close();
    }

    @Test
    void whatAListDoesNotHoldAnyMoreIsGone() {
        fed.listing();
        fed.put(node("a"));
        fed.put(node("b"));
        fed.listed();

        fed.listing();
        fed.put(node("b"));
        fed.put(node("c"));
        fed.listed();

        assertThat(store.names()).containsExactlyInAnyOrder("b", "c");
        assertThat(gone).containsExactly("a");
    }

    @Test
    void removesByName() {
        fed.put(node("a"));
        fed.put(node("b"));

        fed.remove(null, "a");
        fed.remove("", "b");

        assertThat(store.names()).isEmpty();
        assertThat(gone).containsExactly("a", "b");
    }

    @Test
    void aWriteOfOursIsKnownAheadOfTheWatch() {
        store.put("a", node("a", "1"));

        assertThat(store.replace(node("a", "2"), "1")).isNotNull();
        store.put("a", node("a", "2"));

        assertThat(changed).containsExactly("-1", "2-2");
    }

    @Test
    void aWriteOverWhatIsNoLongerKnownChangesNothing() {
        store.put("a", node("a", "3"));

        assertThat(store.replace(node("a", "2"), "1")).isNull();
        assertThat(store.replace(node("gone", "2"), "1")).isNull();

        Node kept = store.get("a");
        assertThat(kept).isNotNull();
        assertThat(kept.getMetadata().getResourceVersion()).isEqualTo("3");
        assertThat(store.names()).containsExactly("a");
        assertThat(changed).containsExactly("-3");
    }

    private static Node node(String name) {
        return node(name, "1");
    }

    private static Node node(String name, String version) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withResourceVersion(version)
                .endMetadata()
                .build();
    }

    private final class Watcher implements StrippedStore.Watcher<Node> {

        @Override
        public void put(@Nullable Node before, Node kept, Node whole) {
            changed.add((before == null ? "" : version(before)) + "-" + version(kept));
        }

        private static String version(Node node) {
            return node.getMetadata().getResourceVersion();
        }

        @Override
        public void gone(Node kept) {
            gone.add(kept.getMetadata().getName());
        }
    }
}
