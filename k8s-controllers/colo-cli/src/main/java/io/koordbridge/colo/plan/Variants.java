package io.koordbridge.colo.plan;

import io.koordbridge.colo.plan.outcome.Variant;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings to compare, by the options of the command. */
@PureCore
final class Variants {
    static final String RISK = "riskPercent";
    static final String DEFAULTS = "defaults";

    private static final Pattern FIELD = Pattern.compile("[A-Za-z]\\w*(\\.\\w+)*");
    private static final Map<String, String> NOT_COMPARED = Map.of(
            "enable", "colocation is on in every plan",
            "nodeConfigs", "a plan has the same setting for all nodes");

    /** Between two fields of a setting; a comma inside a value is followed by no name. */
    private static final Pattern BETWEEN_FIELDS = Pattern.compile(",(?=[A-Za-z][\\w.]*=)");

    private Variants() {}

    /**
     * The defaults, then the risk, then each setting.
     *
     * @param sets each of one or more FIELD=VALUE with commas between them
     * @throws IllegalArgumentException naming the setting that has no field, one without a value, one twice, or that is there twice
     */
    static List<Variant> of(@Nullable BigDecimal risk, List<String> sets) {
        List<Variant> variants = new ArrayList<>(List.of(new Variant(DEFAULTS, Map.of())));
        if (risk != null) {
            String percent = risk.stripTrailingZeros().toPlainString();
            variants.add(new Variant("risk " + percent + " %", Map.of(RISK, percent)));
        }
        for (String set : sets) {
            Map<String, String> changes = changes(set);
            if (variants.stream().anyMatch(one -> one.changes().equals(changes))) {
                throw new IllegalArgumentException("--set '" + set + "' is there already: each setting once");
            }
            variants.add(new Variant(set.strip(), changes));
        }
        return variants;
    }

    private static Map<String, String> changes(String set) {
        Map<String, String> changes = new LinkedHashMap<>();
        for (String part : BETWEEN_FIELDS.split(set)) {
            int equals = part.indexOf('=');
            String field = part.substring(0, Math.max(0, equals)).strip();
            String value = part.substring(equals + 1).strip();
            if (!FIELD.matcher(field).matches() || value.isEmpty()) {
                throw new IllegalArgumentException("--set '" + set + "': '" + part + "' is not FIELD=VALUE");
            }
            String problem = NOT_COMPARED.getOrDefault(field, "");
            if (!problem.isEmpty()) {
                throw new IllegalArgumentException("--set '" + set + "': " + field + ": " + problem);
            }
            if (changes.put(field, value) != null) {
                throw new IllegalArgumentException(
                        "--set '" + set + "': " + field + " is there twice: each field once");
            }
        }
        return changes;
    }

    /** The setting that values are printed for: that of the risk, else the first that is set, else the defaults. */
    static int chosen(List<Variant> variants) {
        return variants.size() == 1 ? 0 : 1;
    }
}
