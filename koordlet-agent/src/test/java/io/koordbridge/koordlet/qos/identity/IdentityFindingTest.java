package io.koordbridge.koordlet.qos.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Intent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityFindingTest {

    private static final IdentityRule OFF =
            new IdentityRule(IdentityRule.OfClass.OFF, IdentityRule.OfClass.OFF, IdentityRule.OfClass.OFF);
    private static final IdentityRule ON =
            new IdentityRule(IdentityRule.OfClass.OFF, new IdentityRule.OfClass(true, 2), IdentityRule.OfClass.OFF);

    @Test
    void fileOrSwitchMakeAKernelKnowIdentities() {
        assertThat(new IdentityFinding(false, true, Optional.empty()).isSupported())
                .isFalse();
        assertThat(new IdentityFinding(true, false, Optional.empty()).isSupported())
                .isTrue();
        assertThat(new IdentityFinding(false, false, Optional.of(false)).isSupported())
                .isTrue();
    }

    @Test
    void nothingIsDoneWhileNoClassAndTheKernelHaveItOn() {
        assertThat(new IdentityFinding(true, false, Optional.of(false)).isIdle(OFF))
                .isTrue();
        assertThat(new IdentityFinding(true, false, Optional.of(true)).isIdle(OFF))
                .isFalse();
        assertThat(new IdentityFinding(true, false, Optional.of(false)).isIdle(ON))
                .isFalse();
        assertThat(new IdentityFinding(true, false, Optional.empty()).isIdle(OFF))
                .isFalse();
    }

    @Test
    void coreSchedulingIsSwitchedOffFirst() {
        assertThat(new IdentityFinding(true, true, Optional.of(false)).switched())
                .extracting(level -> level.stream()
                        .map(Intent::update)
                        .map(one -> one.knob() + " " + one.value())
                        .toList())
                .containsExactly(
                        List.of("sysctl:kernel/sched_core 0"), List.of("sysctl:kernel/sched_group_identity_enabled 1"));
    }
}
