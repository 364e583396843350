package io.koordbridge.yarnoperator.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.answers.AppsAnswer.Containers;
import io.koordbridge.answers.AppsAnswer.Progress;
import io.koordbridge.answers.AppsAnswer.Work;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppsQueryTest {

    private static App app(String id, String state, Integer started, Integer finished) {
        return new App(
                "default",
                id,
                "n",
                "ana",
                "root.etl",
                "SPARK",
                new Progress(
                        state,
                        null,
                        null,
                        started == null ? null : Instant.ofEpochSecond(started),
                        finished == null ? null : Instant.ofEpochSecond(finished)),
                new Containers(null, null, null),
                new Work(null, null, null, null),
                null);
    }

    private static final List<App> APPS = List.of(
            app("a1", "FINISHED", 10, 20),
            app("a2", "RUNNING", 5, null),
            app("a3", "FAILED", 30, 40),
            app("a4", "NEW", null, null));

    private static List<String> ids(Map<String, String> parameters) {
        return AppsQuery.of(parameters::get).fitting(APPS).stream().map(App::id).toList();
    }

    @Test
    void thoseThatStartedLastComeFirst() {
        assertThat(ids(Map.of())).containsExactly("a3", "a1", "a2", "a4");
        assertThat(AppsQuery.of(Map.<String, String>of()::get).limit()).isEqualTo(100);
    }

    @Test
    void eachParameterLeavesThoseThatFit() {
        assertThat(ids(Map.of("state", "failed"))).containsExactly("a3");
        assertThat(ids(Map.of("user", "ben"))).isEmpty();
        assertThat(ids(Map.of("queue", "etl"))).hasSize(4);
        assertThat(ids(Map.of("queue", "root.etl"))).hasSize(4);
        assertThat(ids(Map.of("queue", "tl"))).isEmpty();
        assertThat(ids(Map.of("since", "20000"))).containsExactly("a3", "a1", "a2", "a4");
        assertThat(ids(Map.of("since", "20001"))).containsExactly("a3", "a2", "a4");
    }

    @ParameterizedTest
    @CsvSource({"limit, 0", "limit, 1001", "limit, -1", "limit, all", "since, noon", "since, 9999999999999999999"})
    void aValueThatIsNotAllowedIsNamed(String parameter, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AppsQuery.of(Map.of(parameter, value)::get))
                .withMessageStartingWith(parameter + " = '" + value + "': want ");
    }
}
