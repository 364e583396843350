package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteJob;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which jobs are old enough to be deleted, in any phase, and which reservations have outlived their jobs. */
@PureCore
public final class JobScavenger {

    private static final Duration AFTER_TTL = Duration.ofMinutes(5);
    private static final Duration WITHOUT_TTL = Duration.ofMinutes(30);

    private JobScavenger() {}

    /**
     * Reservation first, then the job; empty while it is not due, and for jobs of other components.
     *
     * @param reservation the one of {@link JobFacts#reservationName()}, null without one
     */
    public static List<MigrationWrite> writes(JobFacts job, @Nullable Reservation reservation, Instant now) {
        Duration ttl = job.ttl();
        Duration keep = ttl.isZero() ? WITHOUT_TTL : ttl.plus(AFTER_TTL);
        if (job.maker() == JobFacts.Maker.OTHER || job.age(now).compareTo(keep) < 0) {
            return List.of();
        }
        List<MigrationWrite> writes = new ArrayList<>();
        boolean mayNeedEnd = reservation != null || !job.isOver();
        if (mayNeedEnd) {
            ReservationEnd.write(job, reservation).ifPresent(writes::add);
        }
        writes.add(new DeleteJob(job.name(), job.uid()));
        return writes;
    }

    /**
     * Reservations that were made for jobs that are gone. Jobs are to be read after the reservations: then a job that is missing is gone.
     *
     * @param jobUids of all jobs
     */
    public static List<MigrationWrite> orphans(Collection<Reservation> reservations, Set<String> jobUids) {
        List<MigrationWrite> writes = new ArrayList<>();
        for (Reservation reservation : reservations) {
            String uid = ReservationEnd.jobUid(reservation);
            if (ReservationEnd.isMadeByUs(reservation) && !uid.isEmpty() && !jobUids.contains(uid)) {
                writes.add(
                        new DeleteReservation(ReservationState.of(reservation).ref()));
            }
        }
        return writes;
    }
}
