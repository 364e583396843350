package io.koordbridge.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.kube.listwatch.ReflectorStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassingStoreTest {

    private final List<String> news = new ArrayList<>();
    private final PassingStore<Pod> store = new PassingStore<>(new Recorder());

    private final class Recorder implements ReflectorStore<Pod> {

        @Override
        public void listing() {}

        @Override
        public void put(Pod pod) {
            news.add("put " + pod.getMetadata().getName());
        }

        @Override
        public void remove(@Nullable String namespace, String name) {
            news.add("remove " + namespace + " " + name);
        }

        @Override
        public void listed() {}

        @Override
        public void unsupported() {}
    }

    private void put(@Nullable String namespace, String name) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .build();
        store.put(store.getKey(pod), pod);
    }

    @Test
    void handsObjectsOnAndKeepsTheirNames() {
        put("shop", "web");
        put(null, "cluster-wide");

        assertThat(news).containsExactly("put web", "put cluster-wide");
        assertThat(store.keySet()).containsExactlyInAnyOrder("shop/web", "cluster-wide");
        assertThat(store.size()).isEqualTo(2);
        assertThat(store.values()).isEmpty();
    }

    @Test
    void tellsOfEachRemovalOnceByItsName() {
        put("shop", "web");
        put(null, "cluster-wide");
        news.clear();

        store.remove("shop/web");
        store.remove("shop/web");
        store.remove("cluster-wide");
        store.remove("never-seen");

        assertThat(news).containsExactly("remove shop web", "remove null cluster-wide");
    }
}
