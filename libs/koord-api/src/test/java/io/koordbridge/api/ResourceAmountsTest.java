package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ResourceAmountsTest {

    @Test
    void aMissingNameIsNotZeroInAMaximum() {
        ResourceAmounts left = amounts(Map.of("cpu", "-1"));
        ResourceAmounts right = amounts(Map.of("memory", "1Gi"));

        assertThat(left.max(right).get("cpu")).isEqualByComparingTo("-1");
    }

    @Test
    void aMissingNameIsZeroAgainstALimit() {
        ResourceAmounts amounts = amounts(Map.of("cpu", "1", "memory", "0"));

        assertThat(amounts.above(ResourceAmounts.NONE)).containsExactly("cpu");
    }

    @Test
    void writesEachNameInItsUsualForm() {
        ResourceAmounts amounts = amounts(Map.of("cpu", "2500m", "memory", "1536Mi", "pods", "15000", "x", "0.0001"));

        assertThat(amounts.text()).isEqualTo("cpu=2500m,memory=1536Mi,pods=15k,x=0.0001");
    }

    @Property
    void sumsAndQuantitiesKeepTheValue(@ForAll @Size(max = 5) Map<String, Long> numbers) {
        Map<String, BigDecimal> byName = new HashMap<>();
        numbers.forEach((name, number) -> byName.put(name, BigDecimal.valueOf(number, 3)));
        ResourceAmounts amounts = new ResourceAmounts(byName);

        assertThat(ResourceAmounts.of(amounts.toQuantities()).sameAs(amounts)).isTrue();
        assertThat(amounts.plus(ResourceAmounts.NONE)).isEqualTo(amounts);
        assertThat(amounts.above(amounts)).isEmpty();
    }

    private static ResourceAmounts amounts(Map<String, String> texts) {
        Map<String, Quantity> quantities = new TreeMap<>();
        texts.forEach((name, text) -> quantities.put(name, new Quantity(text)));
        return ResourceAmounts.of(quantities);
    }

    /** What was read is written so that it can be read again. */
    @Test
    void writesFineAmountsShortEnoughToBeRead() {
        Map<String, Quantity> fine = Map.of("a", new Quantity("0." + "3".repeat(60) + "n"), "b", new Quantity("1e50"));

        Map<String, Quantity> written =
                ResourceAmounts.of(fine).plus(ResourceAmounts.of(fine)).toQuantities();

        assertThat(Quantities.decimal(written.get("a"))).isEqualByComparingTo("1e-9");
        assertThat(Quantities.decimal(written.get("b"))).isEqualByComparingTo("1e50");
    }
}
