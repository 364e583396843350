package io.koordbridge.colo.plan.outcome;

import io.koordbridge.colo.table.PlainText;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/** A plan for the terminal. */
@PureCore
public final class PlanTable {

    private PlanTable() {}

    /**
     * All of it.
     *
     * @param values to set, in YAML
     */
    public static String of(Plan plan, String values) {
        List<String> parts = new ArrayList<>();
        for (PoolPlan pool : plan.rows()) {
            parts.add(PlainText.of(FigureRows.heading(pool)) + "\n" + table(plan, pool));
        }
        parts.add("Values of the chart for " + PlainText.of(plan.choice().title()) + ":\n" + indented(values));
        parts.add("From " + PlainText.of(plan.source()) + "."
                + String.join(
                        "",
                        plan.notes().stream()
                                .map(note -> "\n- " + PlainText.of(note))
                                .toList()));
        return String.join("\n\n", parts);
    }

    private static String table(Plan plan, PoolPlan pool) {
        List<String> header = new ArrayList<>(List.of("FIGURE"));
        plan.variants().forEach(one -> header.add(one.title()));
        List<List<String>> rows = new ArrayList<>();
        for (FigureRows.Row row : FigureRows.of(pool)) {
            List<String> cells = new ArrayList<>(List.of(row.title()));
            cells.addAll(row.values());
            rows.add(cells);
        }
        return TextTable.of(header, rows);
    }

    private static String indented(String yaml) {
        return "  " + yaml.strip().replace("\n", "\n  ");
    }
}
