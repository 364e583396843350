package io.koordbridge.colo.explain;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.ExplainAnswer;
import io.koordbridge.colo.answer.ExplainAnswer.Amount;
import io.koordbridge.colo.answer.ExplainAnswer.Term;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An explanation as text: each amount as people read it, and exactly. */
@PureCore
final class ExplainFormatter {

    private ExplainFormatter() {}

    static String of(String title, ExplainAnswer answer) {
        List<String> blocks = new ArrayList<>();
        blocks.add(title);
        if (!answer.terms().isEmpty()) {
            blocks.add(TextTable.of(
                    List.of("TERM", "AMOUNT", "EXACT", "AGE", "SOURCE"),
                    answer.terms().stream().map(ExplainFormatter::row).toList()));
        }
        if (!answer.facts().isEmpty()) {
            blocks.add(TextTable.of(
                    List.of("FACT", "VALUE"),
                    answer.facts().entrySet().stream()
                            .map(fact -> List.of(fact.getKey(), plain(fact.getValue())))
                            .toList()));
        }
        if (blocks.size() == 1) {
            blocks.add("Nothing is known yet.");
        }
        return String.join("\n\n", blocks);
    }

    private static List<String> row(Term term) {
        return List.of(
                term.name(),
                term.amounts().stream().map(ExplainFormatter::human).collect(Collectors.joining("/")),
                term.amounts().stream().map(ExplainFormatter::exact).collect(Collectors.joining(", ")),
                Amounts.age(term.ageSeconds()),
                term.source());
    }

    private static String exact(Amount amount) {
        return (plain(amount.value()) + " " + amount.unit()).strip();
    }

    private static String human(Amount amount) {
        if (!amount.value().isNumber()) {
            return plain(amount.value());
        }
        long whole =
                amount.value().decimalValue().setScale(0, RoundingMode.HALF_UP).longValue();
        String unit = amount.unit().toLowerCase(Locale.ROOT);
        if (unit.endsWith("milli-cpu") || unit.endsWith("millicpu") || unit.endsWith("cpumilli")) {
            return Amounts.cores(whole);
        }
        if (unit.endsWith("bytes")) {
            return Amounts.bytes(whole);
        }
        return unit.equals("mib") || unit.endsWith("memorymb") ? Amounts.mebibytes(whole) : plain(amount.value());
    }

    private static String plain(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return Amounts.UNKNOWN;
        }
        if (value.isNumber()) {
            return value.decimalValue().signum() == 0
                    ? "0"
                    : value.decimalValue().stripTrailingZeros().toPlainString();
        }
        return value.isValueNode() ? value.asText() : value.toString();
    }
}
