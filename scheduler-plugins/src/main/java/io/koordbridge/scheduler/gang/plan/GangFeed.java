package io.koordbridge.scheduler.gang.plan;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.view.ClusterListener;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Brings pods of gangs and PodGroups to the book of gangs. */
public final class GangFeed implements ClusterListener {

    private final GangBook book;
    private final Duration defaultWait;
    private final Groups groups;
    private volatile boolean seen;

    /** What else wants to know of PodGroups. */
    public interface Groups {

        /** Does not care. */
        Groups NONE = new Groups() {
            @Override
            public void seen(PodGroup group, List<String> problems) {}

            @Override
            public void gone(PodGroup names) {}
        };

        /** A PodGroup came or changed, with what cannot be used of it. */
        void seen(PodGroup group, List<String> problems);

        /** A PodGroup is gone, of which only the names are known. */
        void gone(PodGroup names);
    }

    /** A feed of a book. */
    public GangFeed(GangBook book, Duration defaultWait, Groups groups) {
        this.book = book;
        this.defaultWait = defaultWait;
        this.groups = groups;
    }

    /** What gangs need of a pod, empty for a pod without one. */
    public static Optional<GangPod> read(Pod pod, Duration defaultWait) {
        return GangReader.gangOf(pod)
                .map(gang -> new GangPod(
                        Objects.requireNonNullElse(pod.getMetadata().getUid(), ""),
                        Objects.requireNonNullElse(pod.getMetadata().getNamespace(), "default") + "/"
                                + pod.getMetadata().getName(),
                        gang,
                        GangReader.declaredBy(pod, gang, defaultWait),
                        !PodPlacement.nodeName(pod).isEmpty(),
                        hasGateOfOthers(pod),
                        QuotaReader.rank(pod)));
    }

    private static boolean hasGateOfOthers(Pod pod) {
        return pod.getSpec() != null
                && pod.getSpec().getSchedulingGates().stream()
                        .anyMatch(gate -> !WellKnown.SCHEDULING_GATE.equals(gate.getName()));
    }

    @Override
    public List<KindCache<?>> kinds(ListWatchSource source) {
        return List.of(new KindCache<>(
                source,
                WatchedKind.all(PodGroup.class).ifInstalled(),
                new StrippedStore<>(GangFeed::named, new Watcher())));
    }

    @Override
    public boolean follows() {
        return seen;
    }

    private static PodGroup named(PodGroup whole) {
        PodGroup named = new PodGroup();
        named.getMetadata().setName(whole.getMetadata().getName());
        named.getMetadata().setNamespace(whole.getMetadata().getNamespace());
        named.getMetadata().setUid(whole.getMetadata().getUid());
        return named;
    }

    /** One that cannot be used leaves what holds for its gang as it was. */
    void groupSeen(PodGroup whole) {
        List<String> problems = GangProblems.of(whole);
        String id = GangReader.id(whole);
        boolean known = book.find(id)
                .map(GangBook.Snapshot::spec)
                .filter(GangSpec::declaredByPodGroup)
                .isPresent();
        if (problems.isEmpty() || !known) {
            book.groupSeen(id, GangReader.declaredBy(whole, defaultWait));
        }
        groups.seen(whole, problems);
    }

    private final class Watcher implements StrippedStore.Watcher<PodGroup> {

        @Override
        public void put(@Nullable PodGroup before, PodGroup kept, PodGroup whole) {
            seen = true;
            groupSeen(whole);
        }

        @Override
        public void gone(PodGroup kept) {
            groupGone(kept);
        }
    }

    /** Of one that is gone only the names are known. */
    void groupGone(PodGroup names) {
        book.groupGone(GangReader.id(names));
        groups.gone(names);
    }

    @Override
    public void podSeen(Pod pod) {
        read(pod, defaultWait).ifPresent(book::podSeen);
    }

    @Override
    public void podGone(String uid, String key) {
        book.podGone(uid, key);
    }
}
