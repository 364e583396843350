package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.descheduler.decide.pod.PodRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationStateTest {

    private static final PodRef POD = new PodRef("d", "p", "uid-p");

    private static ReservationState of(ReservationStatus status) {
        Reservation reservation = new Reservation();
        reservation.getMetadata().setName("r");
        reservation.setStatus(status);
        return ReservationState.of(reservation);
    }

    @Test
    void reservationWithoutStatusIsPending() {
        ReservationState state = of(null);
        assertThat(state.isPending()).isTrue();
        assertThat(state.scheduled()).isFalse();
        assertThat(state.ordered()).isFalse();
    }

    @Test
    void takerIsComparedByUid() {
        ReservationState own = of(taken("uid-p"));
        assertThat(own.isTakenByOther(POD)).isFalse();
        assertThat(of(taken("uid-other")).isTakenByOther(POD)).isTrue();
        assertThat(of(taken(null)).isTakenByOther(POD)).isFalse();
    }

    private static ReservationStatus taken(String uid) {
        return new ReservationStatus(
                "Succeeded",
                null,
                List.of(new ObjectReferenceBuilder()
                        .withNamespace("d")
                        .withName("p")
                        .withUid(uid)
                        .build()),
                "n2",
                null,
                null);
    }
}
