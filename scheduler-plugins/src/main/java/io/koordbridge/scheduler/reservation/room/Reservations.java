package io.koordbridge.scheduler.reservation.room;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import io.koordbridge.scheduler.facts.reservation.ReservationIndex;
import io.koordbridge.scheduler.facts.reservation.ReservationReader;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.NodeFacts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Reservation objects: those that keep room are brought to their nodes in the ledger. Thread-safe. */
public final class Reservations implements ClusterListener {

    private static final Concern SPEC =
            new Concern("BadReservation", "ReservationValid", "fields that cannot be used as written");

    private final ClusterLedger ledger;
    private final BiConsumer<Reservation, String> look;
    private final Consumer<String> forget;
    private final StrippedStore<Reservation> store = new StrippedStore<>(Reservations::kept, new Watcher());
    /** By name. */
    private final Map<String, ReservationFacts> facts = new TreeMap<>();

    private volatile List<ReservationFacts> all = List.of();
    private volatile ReservationIndex index = new ReservationIndex(List.of());
    private volatile @Nullable KindCache<Reservation> cache;

    Reservations(ClusterLedger ledger, BiConsumer<Reservation, String> look, Consumer<String> forget) {
        this.ledger = ledger;
        this.look = look;
        this.forget = forget;
    }

    /** Those of a ledger's nodes; what cannot be used of an object is an event. */
    public static Reservations of(ClusterLedger ledger, EventRecorder events) {
        ObjectWarnings warnings = new ObjectWarnings(events);
        return new Reservations(ledger, (object, problem) -> warnings.look(object, SPEC, problem), warnings::forget);
    }

    @Override
    public List<KindCache<?>> kinds(ListWatchSource source) {
        KindCache<Reservation> now =
                new KindCache<>(source, WatchedKind.all(Reservation.class).ifInstalled(), store);
        cache = now;
        return List.of(now);
    }

    @Override
    public boolean follows() {
        return !all.isEmpty();
    }

    /** Whether all objects are known and changes arrive. */
    public boolean complete() {
        KindCache<Reservation> now = cache;
        return now != null && now.synced() && now.following();
    }

    private static Reservation kept(Reservation whole) {
        ObjectMeta meta = whole.getMetadata();
        meta.setManagedFields(null);
        return whole;
    }

    private final class Watcher implements StrippedStore.Watcher<Reservation> {

        @Override
        public void put(@Nullable Reservation before, Reservation kept, Reservation whole) {
            seen(kept);
        }

        @Override
        public void gone(Reservation kept) {
            String name = kept.getMetadata().getName();
            entered(name, null);
            forget.accept(name);
        }
    }

    /** An object came or changed. */
    public void put(Reservation object) {
        store.put(store.getKey(object), object);
    }

    /** An object is gone. */
    public void remove(Reservation object) {
        store.remove(store.getKey(object));
    }

    private void seen(Reservation object) {
        ReservationFacts read = ReservationReader.read(object);
        entered(read.name(), read);
        look.accept(object, String.join("; ", read.problems()));
    }

    private synchronized void entered(String name, @Nullable ReservationFacts now) {
        ReservationFacts before = now == null ? facts.remove(name) : facts.put(name, now);
        if (Objects.equals(before, now)) {
            return;
        }
        all = List.copyOf(facts.values());
        Set<String> nodes = new TreeSet<>();
        Stream.of(before, now)
                .filter(one -> one != null && one.isOpen())
                .forEach(one -> nodes.add(one.standing().node()));
        nodes.forEach(this::bring);
    }

    private void bring(String node) {
        List<ReservationFacts> open = all.stream()
                .filter(one -> one.isOpen() && one.standing().node().equals(node))
                .sorted(Comparator.comparing(ReservationFacts::name))
                .toList();
        ledger.objectSeen(node, NodeReservations.class, open.isEmpty() ? null : new NodeReservations(open));
    }

    /** Takes over what an object became by a write of ours, unless a later version is known. */
    public void replaced(Reservation now, Reservation over) {
        if (store.replace(kept(now), over.getMetadata().getResourceVersion()) != null) {
            seen(now);
        }
    }

    /** All objects. */
    public List<Reservation> objects() {
        return store.values()
                .sorted(Comparator.comparing(object -> object.getMetadata().getName()))
                .toList();
    }

    /** Whether one is known to keep room on a node. */
    public synchronized boolean isOpen(String name) {
        ReservationFacts known = facts.get(name);
        return known != null && known.isOpen();
    }

    /** What is known of all objects, in the order of their names. */
    List<ReservationFacts> all() {
        return all;
    }

    /** Those that a further pod may use, by their owners; another object after each change. */
    ReservationIndex index() {
        List<ReservationFacts> now = all;
        ReservationIndex known = index;
        if (!known.isOf(now)) {
            known = new ReservationIndex(now);
            index = known;
        }
        return known;
    }

    /** Labels of a reservation's node. */
    Map<String, String> nodeLabels(ReservationFacts reservation) {
        NodeFacts node = ledger.facts(reservation.standing().node());
        return node == null ? Map.of() : node.traits().labels();
    }
}
