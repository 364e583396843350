package io.koordbridge.yarnoperator.largest;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargestVerdictTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final YarnAmount SIZE = new YarnAmount(1, 2048);
    private static final List<YarnAmount> SMALL = List.of(new YarnAmount(2, 1024), new YarnAmount(1, 1536));
    private static final List<YarnAmount> LARGE = List.of(new YarnAmount(2, 1024), SIZE);

    private static LargestVerdict next(LargestVerdict before, List<YarnAmount> has, boolean hopeful, Instant at) {
        return before.next(has, SIZE, hopeful, at);
    }

    @Test
    void isSaidOnceTheResourceManagerFollows() {
        LargestVerdict first = next(LargestVerdict.UNKNOWN, SMALL, false, NOW);
        LargestVerdict later = next(first, SMALL, false, NOW.plus(LargestVerdict.SETTLES));

        assertThat(first.said()).isFalse();
        assertThat(later.said()).isTrue();
        assertThat(later.sentence("default", LargestConfig.DEFAULT))
                .isEqualTo("cluster default: no node can keep 1 vcores/2048 MB (lease.keepLargest): the largest has 2"
                        + " vcores/1536 MB, and requests for larger containers fail with"
                        + " InvalidResourceRequestException");
    }

    @Test
    void waitsForANodeThatGrows() {
        LargestVerdict first = next(LargestVerdict.UNKNOWN, SMALL, true, NOW);

        assertThat(next(first, SMALL, true, NOW.plus(LargestVerdict.SETTLES)).said())
                .isFalse();
        assertThat(next(first, SMALL, true, NOW.plus(LargestVerdict.GROWS)).said())
                .isTrue();
    }

    @Test
    void staysSaidUntilANodeHasTheSize() {
        LargestVerdict said =
                next(next(LargestVerdict.UNKNOWN, SMALL, false, NOW), SMALL, false, NOW.plus(LargestVerdict.SETTLES));

        assertThat(next(said, SMALL, true, NOW.plus(LargestVerdict.SETTLES)).said())
                .isTrue();
        assertThat(next(said, LARGE, true, NOW.plus(LargestVerdict.SETTLES)).said())
                .isFalse();
    }

    @Test
    void knowsNothingOfAClusterWithoutNodes() {
        LargestVerdict said =
                next(next(LargestVerdict.UNKNOWN, SMALL, false, NOW), SMALL, false, NOW.plus(LargestVerdict.SETTLES));

        assertThat(next(said, List.of(), false, NOW)).isEqualTo(said);
        assertThat(next(LargestVerdict.UNKNOWN, List.of(), false, NOW)).isEqualTo(LargestVerdict.UNKNOWN);
    }
}
