package io.koordbridge.manager.profile.view;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.cache.StrippedStore.Watcher;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The caches that admission reads: profiles, namespaces, priority classes. */
public final class ProfileView implements AutoCloseable {

    private final Map<String, CompiledProfile> compiled = new ConcurrentHashMap<>();
    private final KindCache<ClusterColocationProfile> profiles;
    private final KindCache<Namespace> namespaces;
    private final KindCache<PriorityClass> priorityClasses;

    public ProfileView(ListWatchSource feeds) {
        // With their changes: a pod that is older than a profile's last one cannot have missed it.
        this.profiles = new KindCache<>(
                feeds, WatchedKind.allWithChanges(ClusterColocationProfile.class), StrippedStore.whole(new Compiler()));
        this.namespaces = new KindCache<>(
                feeds, WatchedKind.all(Namespace.class), new StrippedStore<>(ProfileView::labelled, Watcher.nobody()));
        this.priorityClasses =
                new KindCache<>(feeds, WatchedKind.all(PriorityClass.class), StrippedStore.whole(Watcher.nobody()));
    }

    private static Namespace labelled(Namespace whole) {
        ObjectMeta metadata = whole.getMetadata();
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(metadata.getName())
                .withResourceVersion(metadata.getResourceVersion())
                .withLabels(metadata.getLabels())
                .endMetadata()
                .build();
    }

    /** Begins to fill the caches; an unreachable API server is tried again until it answers. */
    public void start() {
        caches().forEach(KindCache::start);
    }

    /** Whether every cache was filled once. */
    public boolean synced() {
        return caches().allMatch(KindCache::synced);
    }

    /** Kinds whose caches were not filled yet. */
    public List<String> unread() {
        return caches().filter(cache -> !cache.synced()).map(KindCache::plural).toList();
    }

    /** All profiles. */
    public List<CompiledProfile> profiles() {
        return List.copyOf(compiled.values());
    }

    /** Labels of a namespace; empty when the namespace is not known. */
    public Optional<Map<String, String>> namespaceLabels(String name) {
        Namespace namespace = namespaces.store().get(name);
        if (namespace == null) {
            return Optional.empty();
        }
        Map<String, String> labels = namespace.getMetadata().getLabels();
        return Optional.of(orEmpty(labels));
    }

    /** All priority classes by name. */
    public Map<String, PriorityClass> priorityClasses() {
        Map<String, PriorityClass> byName = new HashMap<>();
        priorityClasses
                .store()
                .values()
                .forEach(one -> byName.put(one.getMetadata().getName(), one));
        return byName;
    }

    private Stream<KindCache<?>> caches() {
        return Stream.of(profiles, namespaces, priorityClasses);
    }

    @Override
    public void close() {
        caches().forEach(KindCache::close);
    }

    /** Looks at the selectors of each profile when it changes, not when a pod comes. */
    private final class Compiler implements Watcher<ClusterColocationProfile> {

        @Override
        public void put(
                @Nullable ClusterColocationProfile before,
                ClusterColocationProfile kept,
                ClusterColocationProfile whole) {
            compiled.put(kept.getMetadata().getName(), CompiledProfile.of(kept));
        }

        @Override
        public void gone(ClusterColocationProfile kept) {
            compiled.remove(kept.getMetadata().getName());
        }
    }
}
