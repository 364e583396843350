package io.koordbridge.koordlet.qos.sysconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.SystemStrategy;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SystemValuesTest {
    private static final long GIB = 1L << 30;

    private static SystemValues of(
            @Nullable Long factor, @Nullable Long scale, Map<String, Boolean> features, long bytes) {
        return SystemValues.of(new SystemStrategy(factor, scale, null, null, null, null, features, null), bytes);
    }

    @Test
    void aFactorIsOfTheMemoryOfTheNode() {
        assertThat(of(100L, null, Map.of(), 256 * GIB).numbers()).isEqualTo(Map.of(Setting.MIN_FREE, 2_684_354L));
    }

    @Test
    void memoryThatIsUnknownOrTinyEndsTheRound() {
        assertThat(of(100L, 150L, Map.of(), 1000).numbers()).isEmpty();
        assertThat(of(null, 150L, Map.of(), 0).numbers()).isEmpty();
        assertThat(of(null, 150L, Map.of(), 1000).numbers()).hasSize(1);
    }

    @Test
    void tooManyFeaturesAreNotWritten() {
        Map<String, Boolean> many = new TreeMap<>();
        for (int name = 0; name < 65; name++) {
            many.put("F" + name, true);
        }
        SystemValues values = of(null, null, many, GIB);

        assertThat(values.features()).isEmpty();
        assertThat(values.problems())
                .containsExactly(
                        "NodeSLO: systemStrategy.schedFeatures has 65 names: want at most 64; none is written");
    }

    @Test
    void aNegativeFactorIsNamed() {
        assertThat(of(-5L, null, Map.of(), GIB).problems())
                .singleElement()
                .asString()
                .contains("want 10240 to 10485760");
    }
}
