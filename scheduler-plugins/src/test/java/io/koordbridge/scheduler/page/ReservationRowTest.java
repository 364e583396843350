package io.koordbridge.scheduler.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.reservation.Reservation;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReservationRowTest {

    private static final String SPEC = """
            metadata:
              name: r
              uid: uid-r
              creationTimestamp: "2026-01-01T00:00:00Z"
            spec:
              ttl: 1h
              owners:
              - labelSelector: {matchLabels: {app: a, tier: b}}
              - controller: {kind: Job, namespace: jobs, name: train}
              template:
                spec:
                  containers:
                  - name: c
                    resources: {requests: {cpu: "2", memory: 1Gi}}
            """;

    private static ReservationRow row(String status) {
        return ReservationRow.of(Serialization.unmarshal(SPEC + status, Reservation.class));
    }

    @Test
    void onePendingShowsWhatItAsksForAndWhyItHasNoNode() {
        ReservationRow row = row("""
                status:
                  phase: Pending
                  conditions:
                  - {type: Scheduled, status: "False", reason: Unschedulable, message: 0/2 nodes have room}
                """);

        assertThat(row.state()).isEqualTo(ReservationRow.State.PENDING);
        assertThat(row.reserved()).isEqualTo(Map.of("cpu", 2_000L, "memory", 1L << 30));
        assertThat(row.message()).isEqualTo("0/2 nodes have room");
        assertThat(row.owners()).isEqualTo("app=a, tier=b or Job jobs/train");
        assertThat(row.expiresMillis())
                .isEqualTo(Instant.parse("2026-01-01T01:00:00Z").toEpochMilli());
    }

    @Test
    void oneInUseShowsItsNodeAndWhatIsAllocated() {
        ReservationRow row = row("""
                status:
                  phase: Available
                  nodeName: n1
                  allocatable: {cpu: "4"}
                  allocated: {cpu: "1500m"}
                  currentOwners: [{name: p, namespace: jobs}]
                  conditions:
                  - {type: Ready, status: "True", reason: Available}
                """);

        assertThat(row.state()).isEqualTo(ReservationRow.State.AVAILABLE);
        assertThat(row.node()).isEqualTo("n1");
        assertThat(row.reserved()).isEqualTo(Map.of("cpu", 4_000L));
        assertThat(row.allocated()).isEqualTo(Map.of("cpu", 1_500L));
        assertThat(row.users()).isEqualTo(1);
        assertThat(row.ready()).isEqualTo("True");
    }

    @Test
    void oneWhoseRoomIsGoneIsLost() {
        ReservationRow row = row("""
                status:
                  phase: Available
                  nodeName: n1
                  allocatable: {cpu: "4"}
                  conditions:
                  - {type: Ready, status: "False", reason: LostRoom, message: cpu of the node is used by others}
                """);

        assertThat(row.state()).isEqualTo(ReservationRow.State.LOST);
        assertThat(row.message()).contains("used by others");
    }

    @Test
    void oneWithoutStatusOrOwnersIsShownAllTheSame() {
        Reservation bare = Serialization.unmarshal("metadata: {name: bare}", Reservation.class);

        ReservationRow row = ReservationRow.of(bare);

        assertThat(row.state()).isEqualTo(ReservationRow.State.PENDING);
        assertThat(row.owners()).isEmpty();
        assertThat(row.reserved()).isEmpty();
    }
}
