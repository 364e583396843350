package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.CreateReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Labels;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A job with its pods and reservations in memory: carries out what the step decides. */
public final class MigrationWorld {

    /** Thrown in place of the write after the last one that is made. */
    public static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * One pass.
     *
     * @param error empty for none
     */
    public record Pass(List<String> evicted, @Nullable Duration again, String error) {}

    public final Map<String, Pod> pods = new TreeMap<>();
    public final Map<String, Reservation> reservations = new TreeMap<>();
    /** Everything that was written, in order. */
    public final List<MigrationWrite> written = new ArrayList<>();

    public final List<String> evicted = new ArrayList<>();
    public PodMigrationJob job;
    public Instant now;
    public MigrationSettings settings = MigrationSettings.DEFAULT;
    public MigrationAnswers answers = new MigrationAnswers(true, false, true);
    /** How the next eviction ends. */
    public Function<PodRef, EvictionOutcome> evictor = pod -> new EvictionOutcome(EvictionOutcome.Result.EVICTED, "");
    /** Writes until the process ends; negative for never. */
    public int writesLeft = -1;

    public MigrationWorld(PodMigrationJob job, Instant now) {
        this.job = job;
        this.now = now;
    }

    public static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    public void put(Pod pod) {
        pods.put(key(pod), pod);
    }

    public MigrationFacts facts() {
        JobFacts facts = JobFacts.of(job);
        Reservation reservation = reservations.get(facts.reservationName());
        return new MigrationFacts(
                facts, pod(facts.pod().key()), reservation, boundPod(reservation), settings, answers, now);
    }

    private @Nullable PodFacts pod(String key) {
        Pod pod = pods.get(key);
        return pod == null ? null : PodReader.of(pod);
    }

    private @Nullable PodFacts boundPod(@Nullable Reservation reservation) {
        if (reservation == null) {
            return null;
        }
        ObjectReference user = ReservationState.of(reservation).user();
        return user == null ? null : pod(user.getNamespace() + "/" + user.getName());
    }

    /** One step and what follows from its call. */
    public Pass pass() {
        int before = evicted.size();
        MigrationPlan plan = MigrationStep.next(facts());
        plan.writes().forEach(this::write);
        MigrationWrite last =
                plan.writes().isEmpty() ? null : plan.writes().get(plan.writes().size() - 1);
        if (last instanceof Evict call) {
            plan = MigrationStep.evicted(facts(), call, evict(call.pod()));
            plan.writes().forEach(this::write);
        } else if (last instanceof CreateReservation call) {
            plan = create(call);
            plan.writes().forEach(this::write);
        }
        return new Pass(evicted.subList(before, evicted.size()), plan.again(), plan.error());
    }

    /** What the process does about a job that is over. */
    public void end() {
        ReservationEnd.after(JobFacts.of(job), facts().reservation()).forEach(this::write);
    }

    private void count(MigrationWrite write) {
        if (writesLeft == 0) {
            throw new Crash();
        }
        writesLeft--;
        written.add(write);
    }

    private EvictionOutcome evict(PodRef pod) {
        EvictionOutcome outcome = evictor.apply(pod);
        if (outcome.result() == EvictionOutcome.Result.EVICTED) {
            evicted.add(pod.key());
        }
        return outcome;
    }

    private MigrationPlan create(CreateReservation call) {
        Pod pod = Objects.requireNonNull(pods.get(call.pod().key()));
        Reservation made = ReservationTemplate.of(job, pod, now);
        reservations.putIfAbsent(made.getMetadata().getName(), made);
        return MigrationStep.reservationMade(
                new ReservationRef(made.getMetadata().getName(), ""));
    }

    private void write(MigrationWrite write) {
        count(write);
        if (write instanceof PatchSpec patch) {
            job = JobEdits.with(job, patch, null);
        } else if (write instanceof PatchStatus patch) {
            job = JobEdits.with(job, patch, null);
        } else if (write instanceof LabelReservation label) {
            label(label);
        } else if (write instanceof DeleteReservation delete) {
            reservations.remove(delete.reservation().name());
        }
    }

    private void label(LabelReservation label) {
        Reservation reservation =
                Objects.requireNonNull(reservations.get(label.reservation().name()));
        Map<String, String> labels = new HashMap<>(
                Objects.requireNonNullElse(reservation.getMetadata().getLabels(), Map.of()));
        labels.put(Labels.RESERVATION_ORDER, label.order());
        reservation.getMetadata().setLabels(labels);
    }
}
