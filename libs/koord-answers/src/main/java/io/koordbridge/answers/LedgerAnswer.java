package io.koordbridge.answers;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/ledger}. Amounts of rows are in milli-CPU or bytes, by their resource. */
public record LedgerAnswer(
        @JsonFormat(shape = Shape.STRING) Instant time,
        String verdict,
        long checks,
        long brokenChecks,
        List<Row> rows) {

    public LedgerAnswer {
        field("time", time);
        field("verdict", verdict);
        rows = List.copyOf(field("rows", rows));
    }

    /**
     * One node and resource.
     *
     * @param yarn what YARN schedules on or still holds, whichever is more
     * @param sum pods, third parties and YARN
     * @param excess what of the sum is above the origin
     */
    public record Row(
            String node,
            String resource,
            @Nullable Long origin,
            @Nullable Long pods,
            @Nullable Long thirdParty,
            @Nullable Long yarn,
            @Nullable Long sum,
            @Nullable Long excess,
            String verdict,
            @Nullable String reason) {
        public Row {
            field("rows.node", node);
            field("rows.resource", resource);
            field("rows.verdict", verdict);
        }
    }
}
