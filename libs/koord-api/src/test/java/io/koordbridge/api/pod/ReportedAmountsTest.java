package io.koordbridge.api.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportedAmountsTest {

    private static final Map<String, Quantity> SPEC = Map.of("a", new Quantity("5"), "b", new Quantity("5"));

    private final ReportedAmounts reported = new ReportedAmounts();

    @Test
    void theSpecCountsOnlyWhereItIsLargerOrNothingElseCanBeUsed() {
        Map<String, Quantity> list = new HashMap<>(Map.of("a", new Quantity("-1"), "b", new Quantity("3")));
        list.put("c", null);
        list.put("d", new Quantity("many", ""));
        reported.add(list);
        reported.add(null);

        assertThat(reported.with(SPEC, true)).isEqualTo(Map.of("a", new BigDecimal(5), "b", new BigDecimal(3)));
        assertThat(reported.with(SPEC, false)).isEqualTo(Map.of("a", new BigDecimal(5), "b", new BigDecimal(5)));
    }

    @Test
    void whatIsIncludedIsTakenOffDownToNothing() {
        reported.add(SPEC);
        reported.minus(Map.of("a", new Quantity("2"), "b", new Quantity("9"), "c", new Quantity("1")));

        assertThat(reported.with(Map.of(), false)).isEqualTo(Map.of("a", new BigDecimal(3), "b", BigDecimal.ZERO));
    }
}
