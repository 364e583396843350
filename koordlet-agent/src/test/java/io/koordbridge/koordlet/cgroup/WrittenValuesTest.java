package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrittenValuesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Intent QUOTA = Intent.of(Knob.CPU_CFS_QUOTA, "kubepods/pod1", 5_000L, "test");

    private final WrittenValues values = new WrittenValues();

    WrittenValuesTest() {
        values.put(QUOTA.target(), new WrittenValues.Written(Path.of("/cg/quota"), "5000", "5000", START));
    }

    private boolean holds(Intent intent, long seconds) {
        return values.holds(intent, START.plusSeconds(seconds));
    }

    @Test
    void aValueIsTrustedForAMinute() {
        assertThat(holds(QUOTA, 60)).isTrue();
        assertThat(holds(QUOTA, 61)).isFalse();
        assertThat(holds(Intent.of(Knob.CPU_CFS_QUOTA, "kubepods/pod1", 6_000L, "test"), 1))
                .isFalse();
        assertThat(holds(Intent.of(Knob.CPU_CFS_QUOTA, "kubepods/pod2", 5_000L, "test"), 1))
                .isFalse();
    }

    @Test
    void aFileThatOthersMayChangeIsLookedAtOnceInTenSeconds() {
        Intent rechecked = QUOTA.checked(Intent.Check.RECHECKED);
        int looks = 0;
        for (int second = 1; second <= 30; second++) {
            if (!holds(rechecked, second)) {
                looks++;
                WrittenValues.Written known = values.get(QUOTA.target());
                assertThat(known).isNotNull();
                values.put(QUOTA.target(), known.seen(START.plusSeconds(second)));
            }
        }

        assertThat(looks).isEqualTo(3);
        assertThat(holds(QUOTA, 61)).isFalse();
    }

    @Test
    void valuesThatWereFoundAgainDoNotAllEndTogether() {
        long ended = 0;
        for (int i = 0; i < 300; i++) {
            Intent intent = Intent.of(Knob.CPU_CFS_QUOTA, "kubepods/pod" + i, 5_000L, "test");
            for (Instant at : List.of(START, START.plusSeconds(61))) {
                values.put(intent.target(), new WrittenValues.Written(Path.of("/cg/quota" + i), "5000", "5000", at));
            }
            assertThat(holds(intent, 61 + 30)).isTrue();
            assertThat(holds(intent, 61 + 61)).isFalse();
            ended += holds(intent, 61 + 45) ? 0 : 1;
        }

        assertThat(ended).isBetween(100L, 200L);
    }

    @Test
    void aTextIsAlwaysCompared() {
        assertThat(holds(QUOTA.checked(Intent.Check.TEXT), 0)).isFalse();
    }

    @Test
    void oldValuesAreForgotten() {
        values.forget(START);
        assertThat(holds(QUOTA, 1)).isTrue();

        values.forget(START.plusSeconds(1));
        assertThat(holds(QUOTA, 1)).isFalse();
    }
}
