package io.koordbridge.colo.answer;

import static io.koordbridge.colo.answer.Required.field;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/v1/ledger}. Amounts of rows are in milli-CPU or bytes, by their resource. */
public record LedgerAnswer(Instant time, String verdict, long checks, long brokenChecks, List<Row> rows) {

    public LedgerAnswer {
        field("time", time);
        field("verdict", verdict);
        rows = List.copyOf(field("rows", rows));
    }

    /** One node and resource. */
    public record Row(
            String node,
            String resource,
            @Nullable Long origin,
            @Nullable Long pods,
            @Nullable Long yarn,
            @Nullable Long thirdParty,
            @Nullable Long sum,
            @Nullable Long excess,
            String verdict) {
        public Row {
            field("rows.node", node);
            field("rows.resource", resource);
            field("rows.verdict", verdict);
        }
    }
}
