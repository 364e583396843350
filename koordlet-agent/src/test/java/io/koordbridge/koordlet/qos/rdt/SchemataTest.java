package io.koordbridge.koordlet.qos.rdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SchemataTest {

    @Test
    void cachesOfBothResourcesAreRead() {
        Schemata found = Schemata.parse("    MB:0= 10;1=100\n    L3:0=00f;2=7ff\nL2:0=ff\n");

        assertThat(found.cacheIds()).containsExactly(0, 2);
        assertThat(found.bandwidthIds()).containsExactly(0, 1);
        assertThat(Schemata.parse("")).isEqualTo(Schemata.NONE);
    }

    @Test
    void aLineNamesEachCacheInOrder() {
        assertThat(Schemata.line(Schemata.L3, List.of(8, 0), "f")).isEqualTo("L3:0=f;8=f");
        assertThat(Schemata.line(Schemata.L3, List.of(), "f")).isEmpty();
        assertThat(Schemata.line(Schemata.MB, List.of(0), "")).isEmpty();
    }

    @Test
    void notationsOfTheKernelMeanTheSame() {
        assertThat(Schemata.meaning("L3:0=00f;1=7ff")).isEqualTo(Schemata.meaning("L3:1=7ff;0=f;"));
        assertThat(Schemata.meaning("MB:0= 10;1=100")).isEqualTo(Schemata.meaning("MB:0=10;1=100"));
        assertThat(Schemata.meaning("L3:0=f")).isNotEqualTo(Schemata.meaning("L3:0=e"));
        assertThat(Schemata.meaning("")).isEmpty();
    }

    @Test
    void aLineThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Schemata.parse("L3:x=f")).isInstanceOf(IllegalArgumentException.class);
    }
}
