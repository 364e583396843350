package io.koordbridge.colo.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.answers.AppsAnswer.Containers;
import io.koordbridge.answers.AppsAnswer.Progress;
import io.koordbridge.answers.AppsAnswer.Work;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppTableTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Work WORK = new Work(new BigDecimal("120.6"), new BigDecimal("3600.0"), 965L, 3_686_400L);

    private static App app(String name, String diagnostics) {
        return new App(
                "default",
                "application_1_0001",
                name,
                "ana",
                "root.etl",
                "SPARK",
                new Progress("RUNNING", "UNDEFINED", "worker-1", NOW.minusSeconds(90), null),
                new Containers(3L, 2L, 0L),
                WORK,
                diagnostics);
    }

    @Test
    void hasCoresAndGibibytesOverTime() {
        assertThat(AppTable.of(List.of(app("daily", "")), false, NOW).lines())
                .containsExactly(
                        "APPLICATION         NAME   USER  QUEUE     STATE    AGE  MASTER    CONTAINERS  PREEMPTED  MASTERS-LOST"
                                + "  CORE-SECONDS  GIB-SECONDS",
                        "application_1_0001  daily  ana   root.etl  RUNNING  90s  worker-1  3           2          0           "
                                + "  121           3600");
    }

    @Test
    void hasVcoresAndDiagnosticsWhenItIsWide() {
        assertThat(AppTable.of(List.of(app("daily", "waits\nfor a container")), true, NOW))
                .contains("VCORE-SECONDS  MB-SECONDS  DIAGNOSTICS", "965            3686400     waits for a container");
    }

    @Test
    void aNameOfAUserNeitherControlsTheTerminalNorFillsIt() {
        String table = AppTable.of(List.of(app("\u001b[2J" + "x".repeat(10_000), "")), false, NOW);

        assertThat(table).contains("\\u001b[2Jx").doesNotContain("\u001b");
        assertThat(table.lines()).allMatch(line -> line.length() < 250);
    }

    @Test
    void whatIsNotKnownIsADash() {
        App bare = new App(
                "default",
                "application_1_0002",
                null,
                null,
                null,
                null,
                new Progress("ACCEPTED", null, null, null, null),
                new Containers(null, null, null),
                new Work(null, null, null, null),
                null);

        assertThat(AppTable.of(List.of(bare), false, NOW)
                        .lines()
                        .skip(1)
                        .findFirst()
                        .orElseThrow()
                        .split(" +"))
                .containsExactly("application_1_0002", "-", "-", "-", "ACCEPTED", "-", "-", "-", "-", "-", "-", "-");
    }
}
