package io.koordbridge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NaturalOrderProperties {

    @Example
    void countsNumbersInsideNames() {
        List<String> names = List.of("worker-10", "worker-2", "gpu-1", "worker-02", "worker", "worker-2-b");

        assertThat(names.stream().sorted(NaturalOrder.NAMES))
                .containsExactly("gpu-1", "worker", "worker-02", "worker-2", "worker-2-b", "worker-10");
    }

    @Property
    void isTheSameFromBothSidesAndTellsDifferentNamesApart(
            @ForAll("names") String left, @ForAll("names") String right) {
        int order = NaturalOrder.NAMES.compare(left, right);

        assertThat(Integer.signum(order)).isEqualTo(-Integer.signum(NaturalOrder.NAMES.compare(right, left)));
        assertThat(order == 0).isEqualTo(left.equals(right));
    }

    @Property
    void isTransitive(@ForAll("names") String a, @ForAll("names") String b, @ForAll("names") String c) {
        if (NaturalOrder.NAMES.compare(a, b) <= 0 && NaturalOrder.NAMES.compare(b, c) <= 0) {
            assertThat(NaturalOrder.NAMES.compare(a, c)).isLessThanOrEqualTo(0);
        }
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings().withChars("ab-019").ofMinLength(0).ofMaxLength(6);
    }
}
