package io.koordbridge.scheduler.page;

import io.koordbridge.page.table.TableView;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.gang.plan.GangReport;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A gang on the page.
 *
 * @param name namespace and name
 * @param minimum null while nothing has declared it
 * @param present pods that exist and are not done
 * @param withRoom pods with room on a node, by the plan
 * @param binding pods whose bind waits for the others
 * @param bound pods that have a node
 * @param sinceMillis when the oldest pod without a node came; null when none waits or the gang has its minimum
 * @param reason why it waits, for people
 */
@PureCore
public record GangRow(
        String name,
        GangReport.State state,
        @Nullable Long minimum,
        int present,
        int withRoom,
        int binding,
        int bound,
        @Nullable Long sinceMillis,
        String reason) {

    static final TableView<GangRow> VIEW = new TableView<>(
            GangRow::name,
            row -> row.state().name(),
            Arrays.stream(GangReport.State.values()).map(Enum::name).toList(),
            row -> TableView.words(row.name(), row.state(), row.reason()),
            columns());

    static GangRow of(GangReport report) {
        boolean placed = report.state() == GangReport.State.PLACED;
        return new GangRow(
                report.id(),
                report.state(),
                report.minimum(),
                report.pods().present(),
                report.pods().withRoom(),
                report.pods().binding(),
                report.pods().bound(),
                placed ? null : report.waitsSince().map(Instant::toEpochMilli).orElse(null),
                placed ? "" : report.reason());
    }

    private static Map<String, Function<GangRow, @Nullable Number>> columns() {
        return Map.of(
                "minimum", GangRow::minimum,
                "present", GangRow::present,
                "withRoom", GangRow::withRoom,
                "binding", GangRow::binding,
                "bound", GangRow::bound,
                "sinceMillis", GangRow::sinceMillis);
    }
}
