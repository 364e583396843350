package io.koordbridge.manager.webhook;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.api.config.ClusterColocationProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The caches that admission reads: profiles, namespaces, priority classes. */
public final class ProfileView implements AutoCloseable {

    private final SharedIndexInformer<ClusterColocationProfile> profiles;
    private final SharedIndexInformer<Namespace> namespaces;
    private final SharedIndexInformer<PriorityClass> priorityClasses;

    public ProfileView(KubernetesClient client) {
        this.profiles = client.resources(ClusterColocationProfile.class).runnableInformer(0);
        this.namespaces = client.namespaces().runnableInformer(0);
        this.priorityClasses = client.scheduling().v1().priorityClasses().runnableInformer(0);
    }

    /** Begins to fill the caches; an unreachable API server is tried again until it answers. */
    public void start() {
        informers().forEach(informer -> {
            informer.exceptionHandler((started, problem) -> true);
            informer.start();
        });
    }

    /** Whether every cache was filled once. */
    public boolean synced() {
        return informers().allMatch(SharedIndexInformer::hasSynced);
    }

    /** All profiles. */
    public List<ClusterColocationProfile> profiles() {
        return profiles.getStore().list();
    }

    /** Labels of a namespace; empty when the namespace is not known. */
    public Optional<Map<String, String>> namespaceLabels(String name) {
        Namespace namespace = namespaces.getStore().getByKey(name);
        if (namespace == null) {
            return Optional.empty();
        }
        Map<String, String> labels = namespace.getMetadata().getLabels();
        return Optional.of(labels == null ? Map.of() : labels);
    }

    /** All priority classes by name. */
    public Map<String, PriorityClass> priorityClasses() {
        Map<String, PriorityClass> byName = new HashMap<>();
        priorityClasses
                .getStore()
                .list()
                .forEach(one -> byName.put(one.getMetadata().getName(), one));
        return byName;
    }

    private Stream<SharedIndexInformer<? extends HasMetadata>> informers() {
        return Stream.of(profiles, namespaces, priorityClasses);
    }

    @Override
    public void close() {
        informers().forEach(SharedIndexInformer::close);
    }
}
