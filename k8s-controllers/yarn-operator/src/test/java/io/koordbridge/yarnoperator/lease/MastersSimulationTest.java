package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.SharePolicy;
import io.koordbridge.yarnoperator.lease.MastersSimulation.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** No application master ends for a shrink while the node has room for it. */
class MastersSimulationTest {

    private static final int GIB = 30;
    private static final long REST = 20_000;
    private static final int HISTORIES = 500;
    /** By then each fault is noticed. */
    private static final int ENOUGH_TO_NOTICE = 2_000;

    private static final long END = 85_000;
    private static final long REST_BY = 400_000;

    private enum Fall {
        CPU,
        CLOSED,
        MEMORY,
        BELOW_MASTERS
    }

    private static MastersSimulation quarters(Fault fault) {
        MastersSimulation one = new MastersSimulation(fault, SharePolicy.STATIC, Duration.ofMinutes(10));
        for (int i = 0; i < 4; i++) {
            one.starts(false, 2, 3_072);
        }
        return one;
    }

    private static void fall(MastersSimulation one, Fall fall) {
        one.node.origin = switch (fall) {
            case CPU -> new BatchAmount(0, 40L << GIB);
            case CLOSED -> null;
            case MEMORY -> new BatchAmount(20_000, 7L << GIB);
            case BELOW_MASTERS ->
                new BatchAmount(20_000, (MastersSimulation.sum(one.masters()).memoryMb() - 1) << 20);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "CPU, true, 200", "CPU, true, 3000", "CPU, false, 200",
        "CLOSED, true, 200", "CLOSED, true, 3000", "CLOSED, false, 200",
        "MEMORY, true, 200", "MEMORY, true, 3000", "MEMORY, false, 200"
    })
    void aMasterThatWasNotHeardOfStays(Fall fall, boolean heardOfNone, long answersIn) {
        MastersSimulation one = quarters(Fault.NONE);
        one.answersIn = answersIn;
        if (heardOfNone) {
            one.hear();
        }
        one.run(REST);
        one.starts(true, 2, 4_096);
        one.run(REST + 500);

        fall(one, fall);
        one.run(REST + 700_000);

        assertThat(one.lost).isEmpty();
        assertThat(one.masters()).hasSize(1);
        assertThat(one.broken).isEmpty();
    }

    @Test
    void aNodeThatLacksAMegabyteForAllMastersKeepsTheOthers() {
        MastersSimulation one = new MastersSimulation(Fault.NONE, SharePolicy.STATIC, Duration.ofMinutes(10));
        for (int i = 0; i < 3; i++) {
            one.starts(true, 1, 2_048);
        }
        one.hear();
        one.run(REST);

        fall(one, Fall.BELOW_MASTERS);
        one.run(REST + 10_000);
        assertThat(one.capability().memoryMb()).isEqualTo(3 * 2_048 - 1);

        one.run(REST + 60_000);
        assertThat(one.masters()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fall.class,
            names = {"CPU", "CLOSED", "MEMORY"})
    void withoutAnyAnswerPlaceForOneMasterIsKeptAndSaid(Fall fall) {
        MastersSimulation one = quarters(Fault.NONE);
        one.answersIn = -1;
        one.hear();
        one.run(REST);
        one.starts(true, 1, 2_048);

        fall(one, fall);
        one.run(REST + 700_000);

        assertThat(one.masters()).hasSize(1);
        assertThat(one.announced).isPositive();
        assertThat(one.questions).isLessThanOrEqualTo(4);
    }

    @Test
    void aShrinkThatReachesNoContainerAsksNothing() {
        MastersSimulation one = new MastersSimulation(Fault.NONE, SharePolicy.STATIC, Duration.ofMinutes(10));
        one.starts(true, 1, 1_024);
        one.run(REST);

        fall(one, Fall.MEMORY);
        one.run(REST + 20_000);

        assertThat(one.capability()).isEqualTo(new YarnAmount(10, 3_584));
        assertThat(one.questions).isZero();
        assertThat(one.announced).isZero();
    }

    @Test
    void randomHistoriesLoseNoMaster() {
        List<String> lost = histories(Fault.NONE);

        assertThat(lost).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void eachFaultThatIsPutBackIsNoticed(Fault fault) {
        assertThat(histories(fault)).isNotEmpty();
    }

    private static List<String> histories(Fault fault) {
        List<String> wrong = new ArrayList<>();
        int most = fault == Fault.NONE ? HISTORIES : ENOUGH_TO_NOTICE;
        for (int seed = 1; seed <= most && (fault == Fault.NONE || wrong.isEmpty()); seed++) {
            History history = new History(seed, fault);
            MastersSimulation one = history.run(END);
            for (String what : one.lost) {
                wrong.add("seed " + seed + ": " + what);
            }
            for (String what : one.broken) {
                wrong.add("seed " + seed + ": " + what);
            }
            if (seed % 20 == 0 && fault == Fault.NONE) {
                history.run(REST_BY);
                int asked = one.questions;
                history.run(REST_BY + 60_000);
                if (one.questions != asked || one.state.change().phase() != Phase.STEADY) {
                    wrong.add("seed " + seed + ": no rest, " + one.step.waitsFor());
                }
            }
        }
        return wrong;
    }

    /** Containers come and go, masters too, until the node falls, once or twice; then nothing more happens. */
    private static final class History {

        private static final long FALLS = 15_000;
        private static final long QUIET = 24_000;

        private final Random random;
        private final MastersSimulation one;
        private final Fall fall;
        private final long heardAt;
        private final boolean comesBack;

        History(int seed, Fault fault) {
            random = new Random(seed);
            SharePolicy policy = random.nextBoolean() ? SharePolicy.STATIC : SharePolicy.DEMAND;
            one = new MastersSimulation(fault, policy, Duration.ofSeconds(40));
            int answers = random.nextInt(6);
            one.answersIn =
                    answers == 0 ? -1L : answers == 1 ? 1_200L + random.nextInt(5_000) : 200L * random.nextInt(5);
            one.updatesIn = random.nextInt(4) == 0 ? random.nextInt(2_000) : 200L;
            fall = List.of(Fall.values()).get(random.nextInt(Fall.values().length));
            heardAt = random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt((int) FALLS / 200) * 200L;
            comesBack = random.nextInt(3) == 0;
        }

        MastersSimulation run(long upTo) {
            while (one.millis() < upTo) {
                if (one.millis() == heardAt) {
                    one.hear();
                }
                if (one.millis() < QUIET) {
                    containers();
                }
                if (one.millis() == FALLS) {
                    fall(one, fall);
                }
                if (comesBack && one.millis() == FALLS + 7_000) {
                    one.node.origin = new BatchAmount(random.nextInt(20_000), (6L + random.nextInt(34)) << GIB);
                }
                one.tick();
            }
            return one;
        }

        private void containers() {
            if (!one.containers.isEmpty() && random.nextInt(40) == 0) {
                one.containers.remove(random.nextInt(one.containers.size()));
            }
            if (random.nextInt(12) == 0) {
                one.starts(false, 1 + random.nextInt(2), 512 + random.nextInt(3_000));
            }
            boolean about = Math.abs(one.millis() - FALLS) < 3_000;
            if (one.masters().size() < 3 && random.nextInt(about ? 8 : 60) == 0) {
                one.starts(true, 1, 1_024 + random.nextInt(1_024));
            }
        }
    }
}
