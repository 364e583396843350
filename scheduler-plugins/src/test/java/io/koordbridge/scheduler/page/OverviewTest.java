package io.koordbridge.scheduler.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.gang.plan.GangReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OverviewTest {

    private static final int GANGS = 5_000;
    private static final Overview.Status STATUS =
            new Overview.Status("2026-01-01T00:00:00Z", true, List.of(), List.of(), true, true, true);

    private final ObjectMapper json = new ObjectMapper();
    private final Overview overview = new Overview(
            STATUS,
            List.of(),
            IntStream.range(0, GANGS).mapToObj(OverviewTest::gang).toList(),
            List.of());

    private static GangRow gang(int number) {
        return GangRow.of(new GangReport(
                "jobs/gang-" + number,
                4L,
                new GangReport.Pods(4, 0, 0, number % 2 == 0 ? 4 : 1),
                number % 2 == 0 ? GangReport.State.PLACED : GangReport.State.WAITING,
                number % 2 == 0 ? "placed" : "no room for pod " + number,
                Optional.of(Instant.ofEpochSecond(number))));
    }

    private ObjectNode document(Map<String, String> parameters) {
        return overview.document(Overview.Query.of(parameters), json);
    }

    @Test
    void countsAllRowsAndShowsAPageOfThem() throws Exception {
        ObjectNode document = document(Map.of());

        assertThat(document.at("/gangs/total").asInt()).isEqualTo(GANGS);
        assertThat(document.at("/gangs/order")).hasSize(100);
        assertThat(document.at("/states/gangs/WAITING").asInt()).isEqualTo(GANGS / 2);
        assertThat(json.writeValueAsBytes(document)).hasSizeLessThan(40_000);
    }

    @Test
    void asksEachTableByItsOwnParameters() {
        ObjectNode document = document(Map.of(
                "gangs.sort", "sinceMillis", "gangs.order", "desc", "gangs.limit", "2", "quotas.find", "nothing"));

        assertThat(document.at("/gangs/order").toString()).isEqualTo("[\"jobs/gang-4999\",\"jobs/gang-4997\"]");
        assertThat(document.at("/gangs/rows/jobs~1gang-4999/reason").asText()).contains("no room");
    }

    @Test
    void refusesWhatATableDoesNotHave() {
        assertThatThrownBy(() -> document(Map.of("gangs.limit", "0"))).hasMessageContaining("gangs.limit = '0'");
        assertThatThrownBy(() -> document(Map.of("gangs.sort", "colour"))).hasMessageContaining("want one of");
    }
}
