package io.koordbridge.colo.plan.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanDocumentTest {
    private final Plan plan = withKnownFields();

    /** Values are checked by the manager's own rules. */
    private static Plan withKnownFields() {
        Plan two = Plans.two();
        return new Plan(
                two.source(),
                List.of(two.variants().get(0), new Variant("more", Map.of("cpuReclaimThresholdPercent", "70"))),
                1,
                two.pools(),
                two.total(),
                two.pictures(),
                two.notes());
    }

    @Test
    void totalAndPoolsHaveTheFiguresOfTheChosenSetting() {
        JsonNode total = PlanDocument.of(plan).path("total");

        assertThat(total.path("offeredPercent").asDouble()).isEqualTo(19);
        assertThat(total.path("deliveredPercent").asDouble()).isEqualTo(18.9);
        assertThat(total.path("shortMinutesPercent").asDouble()).isEqualTo(0.98);
        assertThat(total.path("oracleSharePercent").asDouble()).isEqualTo(93);
        assertThat(total.path("evictionEpisodesPerNodeDay").asDouble()).isZero();
        assertThat(total.path("utilizationAfterPercent").asDouble()).isEqualTo(53.3);
        assertThat(total.path("batchMilliCpu").asLong()).isEqualTo(486_400);
    }

    @Test
    void eachSettingIsThereWithItsChanges() {
        JsonNode settings = PlanDocument.of(plan).at("/pools/0/settings");

        assertThat(settings).hasSize(2);
        assertThat(settings.at("/0/shortMinutesPercent").asDouble()).isEqualTo(9.5);
        assertThat(settings.at("/1/changes/cpuReclaimThresholdPercent").asText())
                .isEqualTo("70");
    }

    @Test
    void unknownIsNull() {
        JsonNode small = PlanDocument.of(plan).at("/pools/1");

        assertThat(small.path("batchMemoryBytes").isNull()).isTrue();
        assertThat(small.path("memoryShortMinutesPercent").isNull()).isTrue();
    }

    @Test
    void valuesAreThoseOfTheChart() {
        ObjectNode document = PlanDocument.of(plan);

        assertThat(document.at("/values/colocation/enabled").asBoolean()).isTrue();
        assertThat(document.at("/values/sloControllerConfig/data/colocation-config/cpuReclaimThresholdPercent")
                        .asInt())
                .isEqualTo(70);
    }
}
