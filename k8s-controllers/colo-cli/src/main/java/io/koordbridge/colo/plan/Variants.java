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

    /** Between two fields of a setting; a comma inside a value is followed by no name. */
    private static final Pattern BETWEEN_FIELDS = Pattern.compile(",(?=[A-Za-z][\\w.]*=)");

    private Variants() {}

    /**
     * The defaults, then the risk, then each setting.
     *
     * @param sets each of one or more FIELD=VALUE with commas between them
     * @throws IllegalArgumentException naming the setting that has no field
     */
    static List<Variant> of(@Nullable BigDecimal risk, List<String> sets) {
        List<Variant> variants = new ArrayList<>(List.of(new Variant(DEFAULTS, Map.of())));
        if (risk != null) {
            String percent = risk.stripTrailingZeros().toPlainString();
            variants.add(new Variant("risk " + percent + " %", Map.of(RISK, percent)));
        }
        for (String set : sets) {
            Map<String, String> changes = new LinkedHashMap<>();
            for (String field : BETWEEN_FIELDS.split(set)) {
                int equals = field.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("--set '" + set + "': '" + field + "' is not FIELD=VALUE");
                }
                changes.put(
                        field.substring(0, equals).strip(),
                        field.substring(equals + 1).strip());
            }
            variants.add(new Variant(set.strip(), changes));
        }
        return variants;
    }

    /** The setting that values are printed for: that of the risk, else the first that is set, else the defaults. */
    static int chosen(List<Variant> variants) {
        return variants.size() == 1 ? 0 : 1;
    }
}
