package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of one node with any of {@link ModelFault} at once. {@code -Dlease.histories=100000} runs more of them,
 * {@code -Dlease.seed=N} others, {@code -Dlease.without=CALLS,RATIO} leaves faults out and {@code -Dlease.with=ORPHANS} takes those in that are
 * not played yet.
 */
class LeaseModelTest {

    /** Many times what each of the holes below needs to be found. */
    private static final long HISTORIES = Long.getLong("lease.histories", 10_000);

    private static final long SEED = Long.getLong("lease.seed", 20_260_101);
    private static final long ENOUGH_TO_NOTICE = 10_000;

    private static Optional<String> firstBroken(long histories, Hole hole) {
        return LongStream.range(SEED, SEED + histories)
                .parallel()
                .mapToObj(seed -> broken(seed, hole))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static String broken(long seed, Hole hole) {
        String broken = new LeaseModel(seed, hole).run();
        return broken == null ? null : "seed " + seed + ", " + broken;
    }

    @Test
    void noHistoryPromisesOrUsesAnythingTwice() {
        assertThat(firstBroken(HISTORIES, Hole.NONE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Hole.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void anyHoleThatIsPutBackIsFound(Hole hole) {
        AtomicLong tried = new AtomicLong();
        Optional<String> broken = LongStream.range(SEED, SEED + ENOUGH_TO_NOTICE)
                .peek(seed -> tried.incrementAndGet())
                .mapToObj(seed -> broken(seed, hole))
                .filter(Objects::nonNull)
                .findFirst();

        assertThat(broken).as("%s after %s histories", hole, tried).isPresent();
    }
}
