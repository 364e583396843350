package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobSpec.ReservationOptions;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.testkit.conformance.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationTemplateTest {

    private static Reservation made(String template) throws JsonProcessingException {
        PodMigrationJob job = MigrationScene.job("ReservationFirst", "5m0s", "uid-p", Map.of());
        PodMigrationJobSpec spec = job.getSpec();
        job.setSpec(new PodMigrationJobSpec(
                null,
                spec.ttl(),
                spec.mode(),
                spec.podRef(),
                new ReservationOptions(null, Json.MAPPER.readTree(template), null),
                null));
        return ReservationTemplate.of(job, MigrationScene.pod("p", "uid-p", "n1", true), MigrationScene.BEGIN);
    }

    @Test
    void jobIsTheOwner() throws JsonProcessingException {
        Reservation reservation = made("{}");
        assertThat(reservation.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("job-uid"));
        assertThat(ReservationEnd.jobUid(reservation)).isEqualTo("job-uid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"metadata\":{\"labels\":[]}}",
                "{\"spec\":\"x\"}",
                "{\"spec\":{\"owners\":\"x\"}}",
                "{\"spec\":{\"expires\":\"soon\"}}",
                "{\"spec\":{\"template\":[]}}",
                "{\"spec\":{\"template\":{\"spec\":{\"affinity\":1}}}}",
                "{\"spec\":{\"template\":{\"spec\":{\"affinity\":{\"nodeAffinity\":{"
                        + "\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":[1]}}}}}}}"
            })
    void templateOfAWrongShapeIsNamed(String template) {
        assertThatThrownBy(() -> made(template))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid spec.reservationOptions.template");
    }
}
