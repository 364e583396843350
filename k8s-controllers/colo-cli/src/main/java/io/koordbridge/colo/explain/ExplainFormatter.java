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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An explanation as text: each amount as people read it, and exactly. */
@PureCore
final class ExplainFormatter {

    private static final List<String> HEADER = List.of("TERM", "AMOUNT", "EXACT", "AGE", "SOURCE");
    private static final List<String> WIDE = List.of("TERM", "AMOUNT", "EXACT", "VCORES/MB", "AGE", "SOURCE");

    private static final Set<String> YARN = Set.of("vcores", "MB");

    /** Fields with amounts in the units of the cluster, and what these are called. */
    private static final Map<String, String> SHARED = Map.of("cpuMilli", "milli-cpu", "memoryBytes", "bytes");

    private ExplainFormatter() {}

    /**
     * Of one process.
     *
     * @param wide whether YARN's own units have a column
     */
    static String of(String title, ExplainAnswer answer, boolean wide) {
        List<String> blocks = new ArrayList<>();
        blocks.add(title);
        if (!answer.terms().isEmpty()) {
            blocks.add(TextTable.of(
                    wide ? WIDE : HEADER,
                    answer.terms().stream().map(term -> row(term, wide)).toList()));
        }
        if (!answer.facts().isEmpty()) {
            blocks.add(TextTable.of(
                    List.of("FACT", "VALUE"),
                    answer.facts().entrySet().stream()
                            .map(fact -> List.of(fact.getKey(), fact(fact.getKey(), fact.getValue())))
                            .toList()));
        }
        if (blocks.size() == 1) {
            blocks.add("Nothing is known yet.");
        }
        return String.join("\n\n", blocks);
    }

    /** One unit: an amount in cores or bytes stands for the same one in YARN's units. */
    private static List<String> row(Term term, boolean wide) {
        List<Amount> all = term.amounts();
        boolean twice = all.size() > 1 && YARN.contains(all.get(0).unit());
        List<Amount> shown = twice ? all.subList(1, all.size()) : all;
        List<String> cells = new ArrayList<>();
        cells.add(term.name());
        cells.add(shown.stream().map(ExplainFormatter::human).collect(Collectors.joining("/")));
        cells.add(twice ? exact(shared(shown)) : exact(shown));
        if (wide) {
            cells.add(twice ? exact(all.subList(0, 1)) : Amounts.UNKNOWN);
        }
        cells.add(Amounts.age(term.ageSeconds()));
        cells.add(term.source());
        return cells;
    }

    private static String exact(List<Amount> amounts) {
        return amounts.stream()
                .map(amount -> (plain(amount.value()) + " " + amount.unit()).strip())
                .collect(Collectors.joining(", "));
    }

    private static List<Amount> shared(List<Amount> amounts) {
        return amounts.stream()
                .map(amount -> new Amount(SHARED.getOrDefault(amount.unit(), amount.unit()), amount.value()))
                .toList();
    }

    private static String fact(String name, JsonNode value) {
        if (!value.isIntegralNumber()) {
            return plain(value);
        }
        if (name.endsWith("secondsLeft")) {
            return Amounts.left(value.asLong());
        }
        if (name.endsWith("CpuMilli")) {
            return Amounts.cores(value.asLong()) + " cores";
        }
        return name.endsWith("MemoryBytes") ? Amounts.bytes(value.asLong()) : plain(value);
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
