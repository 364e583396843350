package io.koordbridge.scheduler.facts.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReservationReaderTest {

    @Test
    void readsWhoAReservationIsAndWhatItsAnnotationsSay() {
        Reservation object = new Reservation();
        object.setMetadata(new ObjectMetaBuilder()
                .withName("r")
                .withUid("u")
                .addToLabels("app", "web")
                .addToAnnotations(Annotations.POD_DEVICE_ALLOCATED, "{}")
                .build());

        ReservationFacts facts = ReservationReader.read(object);

        assertThat(facts.name()).isEqualTo("r");
        assertThat(facts.uid()).isEqualTo("u");
        assertThat(facts.labels()).isEqualTo(Map.of("app", "web"));
        assertThat(facts.devices()).isEqualTo("{}");
        assertThat(facts.problems()).isNotEmpty();
    }
}
