package io.koordbridge.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One value as the page shows it.
 *
 * @param group what it belongs to: {@code totals}, {@code timeline}, {@code node NAME} or {@code ledger NAME RESOURCE}
 * @param raw the exact value for programs; empty when not known
 * @param text what a reader sees
 */
record ShownNumber(String group, String field, String raw, String text) {

    private static final String READ = """
            () => [...document.querySelectorAll('main [data-field]')].map((element) => {
              const data = element.dataset;
              const group = data.scope ?? (data.timeline && 'timeline')
                ?? (data.node && `node ${data.node}`) ?? `ledger ${data.ledger} ${data.resource}`;
              return [group, data.field, data.value ?? '', element.textContent];
            })
            """;
    private static final List<String> STEPS = List.of("B", "Ki", "Mi", "Gi", "Ti", "Pi");

    /** All of them, read in one moment. */
    @SuppressWarnings("unchecked")
    static List<ShownNumber> of(Page page) {
        List<List<String>> rows = (List<List<String>>) page.evaluate(READ);
        return rows.stream()
                .map(row -> new ShownNumber(row.get(0), row.get(1), row.get(2), row.get(3)))
                .toList();
    }

    /** What the API's value has to look like, worked out independently of the page. */
    static ShownNumber expected(String group, String field, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return new ShownNumber(group, field, "", "–");
        }
        BigDecimal amount = value.decimalValue();
        return new ShownNumber(group, field, plain(amount), human(unitOf(group, field), amount));
    }

    static ShownNumber word(String group, String field, JsonNode value) {
        String word = value.asText("NO_DATA");
        return new ShownNumber(group, field, word, word.toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    private static String unitOf(String group, String field) {
        if (group.startsWith("ledger")) {
            return group.endsWith("cpu") ? "CpuMilli" : "MemoryBytes";
        }
        return List.of("CpuMilli", "MemoryBytes", "MemoryMb", "Vcores", "Seconds").stream()
                .filter(field::endsWith)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no unit in the name of " + field));
    }

    private static String human(String unit, BigDecimal amount) {
        return switch (unit) {
            case "CpuMilli" -> grouped(amount.movePointLeft(3));
            case "MemoryBytes" -> bytes(amount);
            case "MemoryMb" -> bytes(amount.multiply(BigDecimal.valueOf(1L << 20)));
            case "Vcores" -> grouped(amount);
            default -> seconds(amount);
        };
    }

    private static String bytes(BigDecimal amount) {
        BigDecimal step = BigDecimal.valueOf(1024);
        BigDecimal value = amount;
        int index = 0;
        while (value.abs().compareTo(step) >= 0) {
            value = value.divide(step);
            index++;
        }
        return grouped(value) + " " + STEPS.get(index);
    }

    /** Two decimals at most; from 1,000 on none, and thousands apart. */
    private static String grouped(BigDecimal amount) {
        BigDecimal hundredths = amount.setScale(2, RoundingMode.HALF_UP);
        return hundredths.abs().compareTo(BigDecimal.valueOf(1_000)) < 0
                ? plain(hundredths)
                : String.format(
                        Locale.ENGLISH,
                        "%,d",
                        amount.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    private static String seconds(BigDecimal amount) {
        if (amount.compareTo(BigDecimal.TEN) < 0) {
            return plain(amount.setScale(1, RoundingMode.HALF_UP)) + " s";
        }
        if (amount.compareTo(BigDecimal.valueOf(120)) < 0) {
            return plain(amount.setScale(0, RoundingMode.HALF_UP)) + " s";
        }
        return plain(amount.divide(BigDecimal.valueOf(60), 0, RoundingMode.HALF_UP)) + " min";
    }

    private static String plain(BigDecimal amount) {
        return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
    }

    /** One node's surplus never pays for another's excess. */
    static Map<String, Long> freeAndExcess(JsonNode nodes, String unit) {
        long free = 0;
        long excess = 0;
        for (JsonNode node : nodes) {
            if (node.path("origin" + unit).isNumber()) {
                long left = node.path("origin" + unit).asLong()
                        - node.path("pods" + unit).asLong()
                        - node.path("lease" + unit).asLong();
                free += Math.max(0, left);
                excess += Math.max(0, -left);
            }
        }
        return Map.of("free" + unit, free, "excess" + unit, excess);
    }
}
