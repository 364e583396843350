package io.koordbridge.manager.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.explain.NodeRow.State;
import io.koordbridge.manager.explain.NodeSummary.Sums;
import io.koordbridge.page.table.TableQuery;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeSummaryTest {

    @Test
    void sumsTheNodesThatWereCalculated() {
        NodeSummary summary = NodeSummary.of(List.of(
                row("a", State.PUBLISHED, "CALCULATED", 16_000L),
                row("b", State.PUBLISHED, "CALCULATED", 8_000L),
                row("c", State.NOTHING, "NODE_METRIC_STALE", null)));

        assertThat(summary.cpu()).isEqualTo(new Sums(24_000L, 2_000L, 1_600L, 600L, 1_000L));
        assertThat(summary.memory()).isEqualTo(new Sums(null, null, null, null, null));
        assertThat(summary.states()).isEqualTo(Map.of(State.PUBLISHED, 2L, State.NOTHING, 1L));
        assertThat(summary.reasons()).isEqualTo(Map.of("NODE_METRIC_STALE", 1L));
    }

    @Test
    void namesSomeProblemsAndCountsTheRest() {
        NodeSummary summary = NodeSummary.of(IntStream.range(0, 5)
                .mapToObj(i -> row("n" + i, State.KEPT, "STAGE_FAILED", 1L, "no cpu", "no memory"))
                .toList());

        assertThat(summary.faulty()).isEqualTo(5);
        assertThat(summary.problems()).hasSize(8).startsWith("n0: no cpu", "n0: no memory");
        assertThat(summary.furtherProblems()).isEqualTo(2);
    }

    @Test
    void rowsAreSearchedAndSorted() {
        List<NodeRow> rows = List.of(
                row("n10", State.PUBLISHED, "CALCULATED", 8_000L),
                row("n9", State.KEPT, "STAGE_FAILED", 16_000L, "no memory"),
                row("n1", State.NOTHING, "NODE_METRIC_STALE", null));

        assertThat(names(rows, Map.of("sort", "capacityCpuMilli", "order", "desc")))
                .containsExactly("n9", "n10", "n1");
        assertThat(names(rows, Map.of("sort", "problems", "order", "desc")))
                .first()
                .isEqualTo("n9");
        assertThat(names(rows, Map.of("find", "NO MEMORY"))).containsExactly("n9");
        assertThat(names(rows, Map.of("state", "NOTHING"))).containsExactly("n1");
    }

    private static List<String> names(List<NodeRow> rows, Map<String, String> query) {
        return NodeRowTable.VIEW.select(rows, TableQuery.of(query)).rows().stream()
                .map(NodeRow::name)
                .toList();
    }

    private static NodeRow row(
            String name, State state, String reason, @Nullable Long capacityMilli, String... problems) {
        boolean known = capacityMilli != null;
        return new NodeRow(
                name,
                state,
                reason,
                capacityMilli,
                null,
                known ? 1_000L : null,
                null,
                known ? 800L : null,
                null,
                known ? 300L : null,
                null,
                known ? 500L : null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(problems));
    }
}
