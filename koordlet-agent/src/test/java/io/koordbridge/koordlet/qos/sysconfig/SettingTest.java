package io.koordbridge.koordlet.qos.sysconfig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettingTest {

    @Test
    void eachHasItsFileAndItsRange() {
        assertThat(Setting.MIN_FREE.path()).isEqualTo("/proc/sys/vm/min_free_kbytes");
        assertThat(Setting.REAPER.path()).isEqualTo("/sys/kernel/mm/memcg_reaper/reap_background");
        assertThat(Setting.MIN_FREE.range()).isEqualTo("10240 to 10485760");
        assertThat(Setting.IDLE_SAVER.range()).isEqualTo("at least 0");
    }

    @Test
    void theEndsOfARangeAreAllowed() {
        assertThat(Setting.WATERMARK_SCALE.allows(10)).isTrue();
        assertThat(Setting.WATERMARK_SCALE.allows(400)).isTrue();
        assertThat(Setting.WATERMARK_SCALE.allows(401)).isFalse();
        assertThat(Setting.REAPER.allows(-1)).isFalse();
    }
}
