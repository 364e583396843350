package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "//", " / "})
    void aRootOfSlashesIsNone(String root) {
        assertThat(new CgroupNames(CgroupDriver.SYSTEMD, root)).isEqualTo(CgroupNames.of(CgroupDriver.SYSTEMD));
    }

    @Test
    void saysWhichNamesTheyAre() {
        assertThat(new CgroupNames(CgroupDriver.SYSTEMD, "/a//b/")).hasToString("SYSTEMD below /a/b");
        assertThat(CgroupNames.of(CgroupDriver.CGROUPFS)).hasToString("CGROUPFS");
    }
}
