package io.koordbridge.descheduler.act.job;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.act.PodEvictor;
import io.koordbridge.descheduler.decide.migration.JobEdits;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.JobView;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationScene;
import io.koordbridge.descheduler.decide.migration.MigrationSettings;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An API server with one job in memory: versions, preconditions, and an end of the process after any write. */
final class JobCluster implements JobStore, JobView {

    /** The end of the process. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    final Map<String, Pod> pods = new TreeMap<>();
    final Map<String, Reservation> reservations = new TreeMap<>();
    final List<String> writes = new ArrayList<>();
    final List<String> evicted = new ArrayList<>();
    final List<Notice> notices = new ArrayList<>();
    final ManualClock clock = new ManualClock(MigrationScene.BEGIN);
    PodMigrationJob job;
    /** What the cache has, null for what the API server has. */
    @Nullable
    PodMigrationJob cached;

    boolean leads = true;
    boolean away;
    boolean isDeleted;
    /** What happens before the API server answers a read of a pod. */
    Runnable beforeRead = () -> {};
    /** Writes after which the process ends; negative for never. */
    int killAfter = -1;
    /** Evictions that are refused. */
    int refusals;

    private long version = 1;

    JobCluster(PodMigrationJob job) {
        this.job = job;
        pods.put(MigrationScene.POD, MigrationScene.pod("p", "uid-p", "n1", true));
    }

    JobReconciler reconciler() {
        JobLimits limits = new JobLimits() {
            @Override
            public boolean isFull(PodFacts pod) {
                return false;
            }

            @Override
            public void evicted(PodFacts pod) {
                // without limit
            }
        };
        JobParts parts = new JobParts(
                this,
                this,
                this::evict,
                (pod, initiator, name) -> PodEvictor.Outcome.EVICTED,
                limits,
                (about, notice) -> notices.add(notice),
                call -> leads);
        return new JobReconciler(parts, MigrationSettings.DEFAULT, clock);
    }

    private PodEvictor.Outcome evict(PodEvictor.Order order) {
        if (refusals != 0) {
            refusals--;
            return new PodEvictor.Outcome(PodEvictor.Result.REFUSED, "budget");
        }
        String key = order.pod().ref().key();
        pods.computeIfPresent(key, (name, pod) -> MigrationScene.terminating(pod));
        evicted.add(key);
        wrote("evict " + key);
        return PodEvictor.Outcome.EVICTED;
    }

    /** The process ends after the write, before it sees the answer. */
    private void wrote(String what) {
        writes.add(what);
        if (writes.size() == killAfter) {
            throw new Killed();
        }
    }

    private void reach() {
        if (away) {
            throw new KubernetesClientException("no answer in time");
        }
    }

    @Override
    public Duration longestCall() {
        return Duration.ofSeconds(3);
    }

    @Override
    public Optional<PodMigrationJob> job(String name) {
        return isDeleted ? Optional.empty() : Optional.of(cached == null ? job : cached);
    }

    @Override
    public Optional<PodFacts> pod(String namespace, String name) {
        return Optional.ofNullable(pods.get(namespace + "/" + name)).map(PodReader::of);
    }

    @Override
    public Optional<Reservation> reservation(String name) {
        return Optional.ofNullable(reservations.get(name));
    }

    @Override
    public boolean schedulerAnswers() {
        return true;
    }

    @Override
    public Optional<Pod> readPod(String namespace, String name) {
        reach();
        beforeRead.run();
        return Optional.ofNullable(pods.get(namespace + "/" + name));
    }

    @Override
    public Optional<Reservation> readReservation(String name) {
        reach();
        return reservation(name);
    }

    @Override
    public PodMigrationJob patch(PodMigrationJob given, PatchSpec patch) {
        require(given);
        job = JobEdits.with(job, patch, String.valueOf(++version));
        wrote("patch spec");
        return job;
    }

    @Override
    public PodMigrationJob patch(PodMigrationJob given, PatchStatus patch) {
        require(given);
        job = JobEdits.with(job, patch, String.valueOf(++version));
        wrote("patch status " + JobFacts.of(job).phase());
        return job;
    }

    private void require(PodMigrationJob given) {
        reach();
        String wanted = given.getMetadata().getResourceVersion();
        if (!job.getMetadata().getResourceVersion().equals(wanted)) {
            throw new KubernetesClientException("changed since", 409, new Status());
        }
    }

    @Override
    public Reservation create(Reservation reservation) {
        reach();
        String name = reservation.getMetadata().getName();
        reservation.setMetadata(new ObjectMetaBuilder(reservation.getMetadata())
                .withUid("uid of " + name)
                .build());
        if (reservations.putIfAbsent(name, reservation) == null) {
            wrote("create reservation");
        }
        return Objects.requireNonNull(reservations.get(name));
    }

    @Override
    public void label(LabelReservation label) {
        reach();
        wrote("label reservation");
    }

    @Override
    public void delete(DeleteReservation delete) {
        reach();
        if (reservations.remove(delete.reservation().name()) != null) {
            wrote("delete reservation");
        }
    }
}
