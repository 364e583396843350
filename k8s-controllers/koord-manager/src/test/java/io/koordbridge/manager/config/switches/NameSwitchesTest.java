package io.koordbridge.manager.config.switches;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameSwitchesTest {

    private static final List<String> KNOWN = List.of("a", "b");

    @Test
    void starSwitchesEverythingOn() {
        assertThat(KNOWN).allMatch(NameSwitches.of("*")::isOn);
    }

    @Test
    void theFirstEntryThatFitsCounts() {
        assertThat(NameSwitches.of("-a, *").isOn("a")).isFalse();
        assertThat(NameSwitches.of("-a, *").isOn("b")).isTrue();
        assertThat(NameSwitches.of("*,-a").isOn("a")).isTrue();
    }

    @Test
    void whatNoEntryFitsIsOff() {
        assertThat(NameSwitches.of("a").isOn("b")).isFalse();
        assertThat(NameSwitches.of("").isOn("a")).isFalse();
    }

    @Test
    void reportsAnUnknownName() {
        assertThat(NameSwitches.of("*,-c").problem("controllers", KNOWN))
                .contains("controllers has the unknown entry -c, allowed: *, a name or -name of a, b");
        assertThat(NameSwitches.of("-b,*").problem("controllers", KNOWN)).isEmpty();
    }
}
