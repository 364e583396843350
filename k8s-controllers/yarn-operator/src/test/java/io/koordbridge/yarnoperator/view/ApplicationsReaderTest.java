package io.koordbridge.yarnoperator.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.answers.AppsAnswer.Containers;
import io.koordbridge.answers.AppsAnswer.Progress;
import io.koordbridge.answers.AppsAnswer.Work;
import io.koordbridge.policy.amount.YarnConversion;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationsReaderTest {

    private static final String RUNNING = """
            {"id": "application_1_0001", "user": "ana", "name": "daily", "queue": "root.etl", "state": "RUNNING",
             "finalStatus": "UNDEFINED", "applicationType": "SPARK", "startedTime": 1700000000000, "finishedTime": 0,
             "amHostHttpAddress": "worker-1:8042", "runningContainers": 3, "memorySeconds": 3686400, "vcoreSeconds": 965,
             "numNonAMContainerPreempted": 2, "numAMContainerPreempted": 1, "diagnostics": ""}
            """;

    private static List<App> read(String... apps) throws JsonProcessingException {
        return new ApplicationsReader("default", YarnConversion.safe(8_000, 1_000))
                .read(new ObjectMapper().readTree("{\"apps\": {\"app\": [" + String.join(",", apps) + "]}}"));
    }

    @Test
    void countsCoresByTheRatioOfTheCluster() throws JsonProcessingException {
        assertThat(read(RUNNING))
                .containsExactly(new App(
                        "default",
                        "application_1_0001",
                        "daily",
                        "ana",
                        "root.etl",
                        "SPARK",
                        new Progress("RUNNING", "UNDEFINED", "worker-1", Instant.ofEpochSecond(1_700_000_000), null),
                        new Containers(3L, 2L, 1L),
                        new Work(new BigDecimal("120.6"), new BigDecimal("3600.0"), 965L, 3_686_400L),
                        null));
    }

    @Test
    void anEndedOneHasNoContainers() throws JsonProcessingException {
        App ended = read(RUNNING.replace("\"finishedTime\": 0", "\"finishedTime\": 1700000001000")
                        .replace("\"runningContainers\": 3", "\"runningContainers\": -1"))
                .get(0);

        assertThat(ended.progress().finished()).isEqualTo(Instant.ofEpochSecond(1_700_000_001));
        assertThat(ended.containers().running()).isNull();
    }

    @Test
    void whatUsersWriteIsCut() throws JsonProcessingException {
        App hostile = read(RUNNING.replace("daily", "x".repeat(1_000_000))).get(0);

        assertThat(hostile.name()).hasSize(200).endsWith("…");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "\"many\"", "1.5", "99999999999999999999999", "null", "{}"})
    void aNumberThatIsNoneIsNotKnown(String number) throws JsonProcessingException {
        App odd = read(RUNNING.replace("965", number).replace("1700000000000", number))
                .get(0);

        assertThat(odd.work().vcoreSeconds()).isNull();
        assertThat(odd.work().coreSeconds()).isNull();
        assertThat(odd.progress().started()).isNull();
    }

    @Test
    void aTimeBeyondAllCalendarsIsNotKnown() throws JsonProcessingException {
        assertThat(read(RUNNING.replace("1700000000000", "9223372036854775807"))
                        .get(0)
                        .progress()
                        .started())
                .isNull();
    }

    @Test
    void oneWithoutIdOrStateIsLeftOut() throws JsonProcessingException {
        assertThat(read("{}", "null", "7", "{\"id\": \"a\"}", RUNNING)).hasSize(1);
        assertThat(new ApplicationsReader("default", YarnConversion.DEFAULT)
                        .read(new ObjectMapper().readTree("{\"apps\": null}")))
                .isEmpty();
    }
}
