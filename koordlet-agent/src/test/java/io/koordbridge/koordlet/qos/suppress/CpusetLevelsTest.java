package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.protocol.CpuSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpusetLevelsTest {

    private static final CpuSet TWO = CpuSet.parse("0-1");
    private static final CpuSet FOUR = CpuSet.parse("0-3");

    private final CpusetLevels first = new CpusetLevels(List.of());
    private final List<Intent> tier = first.next("tier", FOUR, TWO, Intent.Check.RECHECKED);
    private final List<Intent> pod = first.next("tier/pod1", FOUR, TWO, Intent.Check.RECHECKED);

    @Test
    void whatDidNotChangeIsTheSameObject() {
        CpusetLevels second = new CpusetLevels(first.known());

        assertThat(second.next("tier", CpuSet.parse("0-3"), TWO, Intent.Check.RECHECKED))
                .isSameAs(tier);
        assertThat(second.next("tier/pod1", FOUR, CpuSet.parse("0-1"), Intent.Check.RECHECKED))
                .isSameAs(pod);
        assertThat(second.known()).isEqualTo(first.known());
    }

    @Test
    void whatChangedIsMadeAnew() {
        CpusetLevels second = new CpusetLevels(first.known());

        assertThat(second.next("tier", FOUR, TWO, Intent.Check.RECHECKED)).isSameAs(tier);
        assertThat(second.next("tier/pod1", TWO, TWO, Intent.Check.RECHECKED)
                        .get(0)
                        .through())
                .isEqualTo("0-1");
        assertThat(second.next("tier/pod2", FOUR, FOUR, Intent.Check.RECHECKED)
                        .get(0)
                        .update()
                        .value())
                .isEqualTo("0-3");
        assertThat(second.known()).hasSize(3);
    }

    @Test
    void aGroupThatEndedIsForgotten() {
        CpusetLevels second = new CpusetLevels(first.known());
        List<Intent> kept = second.next("tier", FOUR, TWO, Intent.Check.RECHECKED);

        assertThat(kept).isSameAs(tier);
        assertThat(second.known()).hasSize(1);
    }
}
