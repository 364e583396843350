package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DecommissionSignalTest {

    @Test
    void aNameMayBeginWithSig() {
        assertThat(DecommissionSignal.of("PWR").number()).isEqualTo(30);
        assertThat(DecommissionSignal.of("sigpwr").name()).isEqualTo("PWR");
        assertThat(DecommissionSignal.of("USR1").number()).isEqualTo(10);
        assertThat(DecommissionSignal.NONE.none()).isTrue();
    }

    @Test
    void whatAJvmCatchesByItselfIsRefused() {
        for (String bad : List.of("TERM", "HUP", "INT", "QUIT", "USR2", "KILL", "30", "", "SIG", "PWR;")) {
            assertThat(DecommissionSignal.of(bad)).as(bad).isNull();
        }
    }
}
