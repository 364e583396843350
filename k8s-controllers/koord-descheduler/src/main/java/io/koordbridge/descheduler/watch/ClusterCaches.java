package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.kube.cache.ReflectorOrInformer;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the process remembers of the API server. Feeds keep trying when it cannot be reached, at the start too. They run on every replica;
 * who leads decides by them.
 */
public final class ClusterCaches implements AutoCloseable {

    /** A report names every pod of its node. */
    private static final int REPORTS_PAGE = 100;

    private final Clock clock;
    private final Duration ageLimit;
    private final ClusterListener listener;
    private final FactReaders readers;
    private final PodIndex pods;
    private final JobIndex jobIndex = new JobIndex();
    private final FactCache<Node, NodeFacts> nodes;
    private final FactCache<NodeMetric, LoadReport> reports;
    private final FactCache<PodMigrationJob, PodMigrationJob> jobs;
    private final FactCache<Reservation, Reservation> reservations;
    private final ReflectorOrInformer<Pod> podFeed;
    private final LiveWorkloads workloads;
    private final List<ReflectorOrInformer<?>> feeds = new ArrayList<>();

    /**
     * Caches that are not started yet.
     *
     * @param clock one that is never set
     * @param ageLimit for how long a kind may not be followed before nothing is evicted any more
     * @param listener learns of changes
     */
    public ClusterCaches(
            ListWatchSource source, Clock clock, FactReaders readers, Duration ageLimit, ClusterListener listener) {
        this.clock = clock;
        this.ageLimit = ageLimit;
        this.readers = readers;
        this.listener = listener;
        pods = new PodIndex(listener::onPod);
        nodes = new FactCache<>(
                source,
                WatchedKind.NODES,
                (node, before) -> readers.node().apply(node),
                (name, before, after) -> listener.onNode(name));
        reports = new FactCache<>(
                source,
                WatchedKind.all(NodeMetric.class, REPORTS_PAGE).ifInstalled(),
                this::report,
                (name, before, after) -> {});
        jobs = new FactCache<>(
                source, WatchedKind.all(PodMigrationJob.class), (job, before) -> job, (name, before, after) -> {
                    jobIndex.changed(name, before, after);
                    listener.onJob(name);
                });
        reservations = new FactCache<>(
                source,
                WatchedKind.all(Reservation.class).ifInstalled(),
                (reservation, before) -> withoutTemplate(reservation),
                (name, before, after) -> listener.onReservation(name));
        podFeed = new ReflectorOrInformer<>(
                source, WatchedKind.podsWithPlacement(), new Pods(), Reflector.Readiness.AT_ONCE);
        workloads = new LiveWorkloads(source, clock, pods);
        feeds.addAll(List.of(nodes.feed(), podFeed, reports.feed(), jobs.feed(), reservations.feed()));
        feeds.addAll(workloads.feeds());
    }

    /** A report that says the same time as before is not a new one, whatever else of the object changed. */
    private LoadReport report(NodeMetric metric, @Nullable LoadReport before) {
        NodeMetricStatus status = metric.getStatus();
        Instant updated = status == null ? null : status.updateTime();
        Instant received =
                before != null && Objects.equals(updated, before.updated()) ? before.received() : clock.instant();
        return readers.report().apply(metric, received);
    }

    /** The pod template is most of a reservation, and decides nothing once it is written. */
    private static Reservation withoutTemplate(Reservation reservation) {
        ReservationSpec spec = reservation.getSpec();
        if (spec != null) {
            reservation.setSpec(new ReservationSpec(
                    null,
                    spec.owners(),
                    spec.ttl(),
                    spec.expires(),
                    spec.preAllocation(),
                    spec.preAllocationPolicy(),
                    spec.allocateOnce(),
                    spec.allocatePolicy(),
                    spec.unschedulable(),
                    spec.taints()));
        }
        return reservation;
    }

    private final class Pods implements ReflectorStore<Pod> {

        @Override
        public void listing() {
            listener.onPodsListing(true);
            pods.listing();
        }

        @Override
        public void put(Pod pod) {
            pods.put(pod);
        }

        @Override
        public void remove(@Nullable String namespace, String name) {
            pods.remove(namespace, name);
        }

        @Override
        public void listed() {
            pods.listed();
            listener.onPodsListing(false);
        }

        @Override
        public void unsupported() {
            listener.onPodsListing(false);
            podFeed.takeOver();
        }
    }

    /** Starts all caches. */
    public void start() {
        feeds.forEach(ReflectorOrInformer::start);
    }

    /** Whether every kind was read once. Before that nothing may be decided. */
    public boolean filled() {
        return Readiness.filled(lags());
    }

    /** Whether every kind was read and is followed now. */
    public boolean live() {
        return Readiness.live(lags());
    }

    /** Which kinds were not read yet, or are not followed now, in one sentence for the health check; empty without any. */
    public Optional<String> lacking() {
        return Readiness.lacking(lags());
    }

    /** Why nothing may be evicted now: a kind was not read since the start, or not followed for longer than the age limit. */
    public Optional<String> whyNotToAct() {
        return Readiness.whyNotToAct(lags(), ageLimit);
    }

    private List<CacheLag> lags() {
        return feeds.stream()
                .map(feed -> new CacheLag(feed.plural(), feed.synced(), feed.behind()))
                .toList();
    }

    /** A view for one run, or one round of arbitration; costs nothing until it is asked. */
    public ClusterView view() {
        return new ClusterView(clock.instant(), nodes, reports, pods, workloads);
    }

    /** The pod of a name. */
    public Optional<PodFacts> pod(String namespace, String name) {
        return pods.pod(namespace, name);
    }

    /** The pod of a uid. */
    public Optional<PodFacts> pod(String uid) {
        return pods.pod(uid);
    }

    /** A PodMigrationJob as received; must not be changed. */
    public Optional<PodMigrationJob> job(String name) {
        return Optional.ofNullable(jobs.get(name));
    }

    /** All PodMigrationJobs, as they change; must not be changed. */
    public Collection<PodMigrationJob> jobs() {
        return jobs.values();
    }

    /** Jobs that name the uid of a pod. */
    public Collection<PodMigrationJob> jobsOf(String podUid) {
        return jobIndex.ofUid(podUid);
    }

    /** Jobs that name a pod, whatever its uid. */
    public Collection<PodMigrationJob> jobsOf(String namespace, String podName) {
        return jobIndex.ofPod(namespace, podName);
    }

    /** A reservation without its template; must not be changed. */
    public Optional<Reservation> reservation(String name) {
        return Optional.ofNullable(reservations.get(name));
    }

    /** All reservations, as they change, without their templates. */
    public Collection<Reservation> reservations() {
        return reservations.values();
    }

    @Override
    public void close() {
        feeds.forEach(ReflectorOrInformer::close);
        workloads.close();
    }
}
