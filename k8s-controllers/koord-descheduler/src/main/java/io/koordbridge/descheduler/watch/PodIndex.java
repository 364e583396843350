package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.watch.PodBucket.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Facts of all pods, by name, by uid, by node and by controller, kept up to date pod by pod: a change costs the same however many pods
 * there are. One thread changes it, any thread reads it.
 */
final class PodIndex {

    private final Map<String, Map<String, Entry>> byName = new HashMap<>();
    private final Map<String, Entry> byUid = new HashMap<>();
    private final Map<String, PodBucket> byNode = new HashMap<>();
    private final Map<String, PodBucket> byController = new HashMap<>();
    private final PodParts parts = new PodParts();
    private final BiConsumer<@Nullable PodFacts, @Nullable PodFacts> onChange;
    private int list;

    /** No pods yet; {@code onChange} gets each pod as it was and as it is, null without one. */
    PodIndex(BiConsumer<@Nullable PodFacts, @Nullable PodFacts> onChange) {
        this.onChange = onChange;
    }

    /** A whole list begins: what is not put until it ends is gone. */
    synchronized void listing() {
        list++;
    }

    /** A pod came or changed. */
    void put(Pod pod) {
        PodFacts before = seen(
                Objects.requireNonNullElse(pod.getMetadata().getNamespace(), ""),
                pod.getMetadata().getName());
        PodFacts after = parts.share(PodReader.of(pod), before);
        if (after.equals(before)) {
            return;
        }
        boolean another =
                before != null && !before.ref().uid().equals(after.ref().uid());
        replace(before, after);
        if (another) {
            onChange.accept(before, null);
        }
        onChange.accept(another ? null : before, after);
    }

    /** What is known of a pod that then turns out to be unreadable stays. */
    private synchronized @Nullable PodFacts seen(String namespace, String name) {
        Entry entry = entry(namespace, name);
        if (entry == null) {
            return null;
        }
        entry.list = list;
        return entry.facts;
    }

    /** A pod is gone. */
    void remove(@Nullable String namespace, String name) {
        PodFacts before = pod(namespace == null ? "" : namespace, name).orElse(null);
        if (before != null) {
            gone(before);
        }
    }

    /** The list has ended. */
    void listed() {
        unseen().forEach(this::gone);
    }

    private synchronized List<PodFacts> unseen() {
        List<PodFacts> unseen = new ArrayList<>();
        for (Map<String, Entry> pods : byName.values()) {
            for (Entry entry : pods.values()) {
                if (entry.list != list) {
                    unseen.add(entry.facts);
                }
            }
        }
        return unseen;
    }

    private void gone(PodFacts before) {
        takeOut(before);
        onChange.accept(before, null);
    }

    /** The pod of a name. */
    synchronized Optional<PodFacts> pod(String namespace, String name) {
        return Optional.ofNullable(entry(namespace, name)).map(entry -> entry.facts);
    }

    /** The pod of a uid. */
    synchronized Optional<PodFacts> pod(String uid) {
        return Optional.ofNullable(byUid.get(uid)).map(entry -> entry.facts);
    }

    /** Pods of a node as they are now, those that are done included. */
    synchronized List<PodFacts> onNode(String node) {
        PodBucket bucket = byNode.get(node);
        return bucket == null ? List.of() : bucket.pods();
    }

    /** Pods of a controller as they are now. */
    synchronized List<PodFacts> ofController(String uid) {
        PodBucket bucket = byController.get(uid);
        return bucket == null ? List.of() : bucket.pods();
    }

    /** How many pods there are. */
    synchronized int size() {
        return byUid.size();
    }

    private @Nullable Entry entry(String namespace, String name) {
        return byName.getOrDefault(namespace, Map.of()).get(name);
    }

    private synchronized void replace(@Nullable PodFacts before, PodFacts after) {
        Entry known = before == null
                ? null
                : entry(before.ref().namespace(), before.ref().name());
        Entry entry = new Entry(after);
        entry.list = list;
        if (known != null) {
            byUid.remove(known.facts.ref().uid());
        }
        byName.computeIfAbsent(after.ref().namespace(), unused -> new HashMap<>())
                .put(after.ref().name(), entry);
        byUid.put(after.ref().uid(), entry);
        toNode(known, entry);
        toController(known, entry);
    }

    private void toNode(@Nullable Entry known, Entry entry) {
        String node = entry.facts.nodeName();
        if (known != null && known.onNode >= 0 && known.facts.nodeName().equals(node)) {
            entry.onNode = known.onNode;
            bucket(byNode, node).set(entry.onNode, entry);
            return;
        }
        fromNode(known);
        if (!node.isEmpty()) {
            entry.onNode = bucket(byNode, node).add(entry);
        }
    }

    private void toController(@Nullable Entry known, Entry entry) {
        String controller = controller(entry);
        if (known != null && known.ofController >= 0 && controller(known).equals(controller)) {
            entry.ofController = known.ofController;
            bucket(byController, controller).set(entry.ofController, entry);
            return;
        }
        fromController(known);
        if (!controller.isEmpty()) {
            entry.ofController = bucket(byController, controller).add(entry);
        }
    }

    private synchronized void takeOut(PodFacts pod) {
        Map<String, Entry> named = byName.getOrDefault(pod.ref().namespace(), Map.of());
        Entry entry = named.remove(pod.ref().name());
        if (named.isEmpty()) {
            byName.remove(pod.ref().namespace());
        }
        if (entry != null) {
            byUid.remove(pod.ref().uid());
            fromNode(entry);
            fromController(entry);
        }
    }

    private void fromNode(@Nullable Entry entry) {
        if (entry != null && entry.onNode >= 0) {
            Entry moved = take(byNode, entry.facts.nodeName(), entry.onNode);
            if (moved != null) {
                moved.onNode = entry.onNode;
            }
        }
    }

    private void fromController(@Nullable Entry entry) {
        if (entry != null && entry.ofController >= 0) {
            Entry moved = take(byController, controller(entry), entry.ofController);
            if (moved != null) {
                moved.ofController = entry.ofController;
            }
        }
    }

    private static @Nullable Entry take(Map<String, PodBucket> buckets, String key, int place) {
        PodBucket bucket = bucket(buckets, key);
        Entry moved = bucket.remove(place);
        if (bucket.isEmpty()) {
            buckets.remove(key);
        }
        return moved;
    }

    private static PodBucket bucket(Map<String, PodBucket> buckets, String key) {
        return buckets.computeIfAbsent(key, unused -> new PodBucket());
    }

    /** Uid of the controller, empty without. */
    private static String controller(Entry entry) {
        OwnerRef controller = entry.facts.owners().controller();
        return controller == null ? "" : controller.uid();
    }
}
