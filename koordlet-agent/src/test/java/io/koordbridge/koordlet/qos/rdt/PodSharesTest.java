package io.koordbridge.koordlet.qos.rdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodSharesTest {

    private final List<String> problems = new ArrayList<>();
    private final RdtMachine machine =
            new RdtMachine(true, "GenuineIntel", "ff", new Schemata(List.of(0, 1), List.of(0, 1)));

    private Map<String, String> lines(String text) {
        return PodShares.decode(text).lines(machine, List.of(0, 1), problems);
    }

    @Test
    void aCacheMayHaveItsOwnShare() {
        assertThat(lines(
                        "{\"llc\":{\"schemata\":{\"range\":[0,100]},\"schemataPerCache\":[{\"cacheID\":1,\"range\":[0,50]},"
                                + "{\"cacheID\":7,\"range\":[0,50]}]}}"))
                .isEqualTo(Map.of("L3:", "L3:0=ff;1=f"));
    }

    @Test
    void aShareOfSomeCachesIsNoLine() {
        assertThat(lines("{\"llc\":{\"schemataPerCache\":[{\"cacheID\":1,\"range\":[0,50]}]}}"))
                .isEmpty();
        assertThat(lines("{}")).isEmpty();
    }

    @Test
    void whatCannotBeGivenIsNamed() {
        assertThat(lines("{\"llc\":{\"schemata\":{\"range\":[0,50,100]}},\"mb\":{\"schemata\":{\"percent\":-1}}}"))
                .isEmpty();
        assertThat(problems)
                .containsExactly("llc range = [0, 50, 100]: want two percentages", "mb percent = -1: want 1 to 100");
    }

    @Test
    void textsThatAreNoneAreRefused() {
        String share = "{\"cacheID\":1,\"percent\":1},";
        assertThatThrownBy(() -> PodShares.decode("null")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PodShares.decode("[7]")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        PodShares.decode("{\"mb\":{\"schemataPerCache\":[" + share.repeat(256) + "{\"cacheID\":1}]}}"))
                .hasMessageContaining("257 caches");
    }
}
