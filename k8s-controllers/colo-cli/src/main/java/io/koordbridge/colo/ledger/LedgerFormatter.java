package io.koordbridge.colo.ledger;

import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.LedgerAnswer.Row;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.NaturalOrder;
import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger as text. */
@PureCore
final class LedgerFormatter {
    private static final List<String> HEADER =
            List.of("NODE", "RESOURCE", "ORIGIN", "PODS", "YARN", "THIRD-PARTY", "SUM", "EXCESS", "VERDICT");
    private static final Comparator<Row> BY_NAME =
            Comparator.comparing(Row::node, NaturalOrder.NAMES).thenComparing(Row::resource);

    private LedgerFormatter() {}

    static String of(LedgerAnswer ledger) {
        String summary = summary(ledger);
        return ledger.rows().isEmpty() ? summary : table(ledger.rows()) + "\n\n" + summary;
    }

    /** Only rows that are not in order; empty when all are. */
    static String troubled(LedgerAnswer ledger) {
        List<Row> rows = ledger.rows().stream()
                .filter(row -> row.excess() != null && row.excess() > 0)
                .toList();
        return rows.isEmpty() ? "" : table(rows);
    }

    static String summary(LedgerAnswer ledger) {
        String meaning = switch (ledger.verdict()) {
            case "OK" -> "pods and YARN fit into the batch origin on every node";
            case "DRAINING" -> "pods and YARN exceed the origin, inside an announced shrink";
            case "BROKEN" -> "pods and YARN exceed the origin, without an announced shrink";
            default ->
                ledger.rows().isEmpty()
                        ? "nothing was checked: no node has a NodeManager's pod or a lease"
                        : "what YARN holds on some node is not known: colo explain node NAME";
        };
        return "%s: %s (%d checks since start, %d broken)"
                .formatted(ledger.verdict(), meaning, ledger.checks(), ledger.brokenChecks());
    }

    private static String table(List<Row> rows) {
        return TextTable.of(
                HEADER, rows.stream().sorted(BY_NAME).map(LedgerFormatter::row).toList());
    }

    private static List<String> row(Row row) {
        return List.of(
                row.node(),
                row.resource(),
                amount(row, row.origin()),
                amount(row, row.pods()),
                amount(row, row.yarn()),
                amount(row, row.thirdParty()),
                amount(row, row.sum()),
                amount(row, row.excess()),
                row.verdict());
    }

    private static String amount(Row row, @Nullable Long value) {
        return row.resource().equals("cpu") ? Amounts.cores(value) : Amounts.bytes(value);
    }
}
