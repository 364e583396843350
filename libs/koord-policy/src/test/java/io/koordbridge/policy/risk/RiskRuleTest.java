package io.koordbridge.policy.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RiskRuleTest {

    private static final Limits NODE = Limits.of(64_000, 60, 65);
    private static final int DAY = 1440;

    /** A node whose reports come each minute, and what the rule makes of them. */
    private static final class Node {
        private RiskConfig config;
        private final Deque<Integer> uses = new ArrayDeque<>();
        private RiskState state;
        private Instant now = Instant.EPOCH;
        private long estimate = -1;
        private int shorts;
        private int minutes;
        private double offered;

        Node(double riskPercent, RiskState state) {
            this.config = new RiskConfig(riskPercent);
            this.state = state;
        }

        RiskStep sees(int use) {
            if (estimate >= 0) {
                double offer = Math.max(0, NODE.offered() - estimate);
                minutes++;
                offered += offer;
                shorts += offer > 0 && NODE.suppressed() - use < 0.9 * offer ? 1 : 0;
            }
            now = now.plusSeconds(60);
            uses.addFirst(use);
            if (uses.size() > 30) {
                uses.removeLast();
            }
            List<Estimate> estimates = new ArrayList<>();
            for (int window : List.of(5, 15, 30)) {
                estimates.add(estimate(Statistic.MEAN, window));
                estimates.add(estimate(Statistic.MAX, window));
            }
            long floor = estimates.get(0).amount();
            RiskStep step = RiskRule.step(config, state, new RiskInput(now, NODE, use, floor, estimates, 0));
            state = step.state();
            estimate = step.estimate();
            return step;
        }

        private Estimate estimate(Statistic statistic, int window) {
            var values = uses.stream().limit(window).mapToLong(Integer::longValue);
            long amount = statistic == Statistic.MEAN
                    ? Math.round(values.average().orElseThrow())
                    : values.max().orElseThrow();
            return new Estimate(new Candidate(statistic, Duration.ofMinutes(window)), amount);
        }

        void forget() {
            shorts = 0;
            minutes = 0;
            offered = 0;
        }

        double shortPercent() {
            return 100.0 * shorts / minutes;
        }

        double offeredPercent() {
            return 100.0 * offered / minutes / NODE.capacity();
        }
    }

    private static int calm(Random random) {
        return 19_000 + random.nextInt(1_000);
    }

    private static int bursty(Random random) {
        return random.nextInt(20) == 0 ? 30_000 + random.nextInt(4_000) : calm(random);
    }

    @Test
    void aNodeWithoutHistoryIsEstimatedByItsHighestFigure() {
        Node node = new Node(1, RiskState.NEW);
        node.sees(30_000);
        RiskStep step = node.sees(10_000);

        assertThat(step.learning()).isTrue();
        assertThat(step.estimate()).isEqualTo(30_000);
        assertThat(step.choice().candidate().statistic()).isEqualTo(Statistic.MAX);
    }

    @Test
    void theChoiceOfAnEarlierProcessHoldsUntilThereIsAHistory() {
        RiskChoice before = new RiskChoice(new Candidate(Statistic.MEAN, Duration.ofMinutes(15)), 4, 2.5, 1);
        Node node = new Node(1, RiskState.resumed(before));

        RiskStep first = node.sees(10_000);
        RiskStep second = node.sees(10_000);

        assertThat(first.estimate()).isEqualTo(10_000 + 4 * 640);
        assertThat(first.choice()).isEqualTo(before);
        assertThat(second.choice().candidate()).isEqualTo(before.candidate());
        assertThat(second.estimate()).isEqualTo(first.estimate());
    }

    @Test
    void aChoiceUnderMoreRiskThanNowIsNotGoneOnWith() {
        RiskChoice before = new RiskChoice(new Candidate(Statistic.MEAN, Duration.ofMinutes(15)), -4, 0.5, 5);
        Node stricter = new Node(1, RiskState.resumed(before));
        Node looser = new Node(10, RiskState.resumed(before));

        assertThat(stricter.sees(10_000).choice())
                .isEqualTo(new RiskChoice(new Candidate(Statistic.MAX, Duration.ofMinutes(30)), 0, 2.5, 1));
        assertThat(looser.sees(10_000).choice()).isEqualTo(new RiskChoice(before.candidate(), -4, 0.25, 10));
    }

    @Test
    void theEarlierChoiceIsForgottenOnceThereIsAHistory() {
        RiskChoice before = new RiskChoice(new Candidate(Statistic.MEAN, Duration.ofMinutes(15)), 4, 2.5, 1);
        Node node = new Node(1, RiskState.resumed(before));
        RiskStep step = node.sees(10_000);
        while (step.learning()) {
            assertThat(step.state().resumed()).isEqualTo(before);
            step = node.sees(10_000);
        }

        assertThat(step.state().resumed()).isNull();
        node.now = node.now.plus(Duration.ofDays(10));
        assertThat(node.sees(10_000).estimate()).isEqualTo(10_000);
    }

    @Test
    void ofEqualFiguresThatOfTheLongestWindowIsCareful() {
        Node node = new Node(1, RiskState.NEW);

        for (int minute = 0; minute < 40; minute++) {
            assertThat(node.sees(10_000).choice().candidate())
                    .isEqualTo(new Candidate(Statistic.MAX, Duration.ofMinutes(30)));
        }
    }

    @Test
    void aChangedRiskActsWithTheNextReport() {
        Random random = new Random(7);
        Node node = new Node(5, RiskState.NEW);
        RiskStep step = node.sees(20_000);
        for (int minute = 0; minute < 3 * DAY; minute++) {
            step = node.sees(bursty(random));
        }
        RiskChoice loose = step.choice();
        long looseEstimate = step.estimate();

        node.config = new RiskConfig(0.5);
        RiskStep strict = node.sees(20_000);

        assertThat(strict.choice().care() / loose.care()).isBetween(9.0, 11.0);
        assertThat(strict.choice().riskPercent()).isEqualTo(0.5);
        assertThat(strict.estimate()).isGreaterThan(looseEstimate + NODE.amount(2));

        node.config = new RiskConfig(5);
        assertThat(node.sees(20_000).choice().care() / loose.care()).isBetween(0.9, 1.1);
    }

    @Test
    void theMarginOfAChoiceDoesNotFollowTheUseOfTheMoment() {
        Random random = new Random(11);
        Node node = new Node(1, RiskState.NEW);
        RiskChoice written = node.sees(20_000).choice();
        int differences = 0;
        for (int minute = 0; minute < 2 * DAY; minute++) {
            RiskChoice choice = node.sees(10_000 + random.nextInt(20_000)).choice();
            if (choice.differsFrom(written)) {
                differences++;
                written = choice;
            }
        }

        assertThat(differences).isBetween(1, 40);
    }

    @Property(tries = 12)
    void theShareOfShortMinutesOfAStationaryNodeMeetsTheRisk(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 25) int burstsPercent,
            @ForAll @IntRange(min = 4_000, max = 16_000) int height,
            @ForAll @DoubleRange(min = 0.5, max = 5) double risk) {
        Random random = new Random(seed);
        Node node = new Node(risk, RiskState.NEW);
        for (int minute = 0; minute < 14 * DAY; minute++) {
            if (minute == 4 * DAY) {
                node.forget();
            }
            boolean burst = random.nextInt(100) < burstsPercent;
            node.sees(burst ? 20_000 + random.nextInt(height) : calm(random));
        }

        assertThat(node.shortPercent()).isLessThanOrEqualTo(risk);
        assertThat(node.offeredPercent()).isGreaterThan(0);
    }

    @Test
    void moreRiskOffersMore() {
        List<Double> offered = new ArrayList<>();
        for (double risk : List.of(0.5, 2.0, 10.0)) {
            Random random = new Random(3);
            Node node = new Node(risk, RiskState.NEW);
            for (int minute = 0; minute < 6 * DAY; minute++) {
                node.sees(random.nextInt(8) == 0 ? 24_000 + random.nextInt(8_000) : calm(random));
            }
            offered.add(node.offeredPercent());
        }

        assertThat(offered.get(0)).isLessThan(offered.get(1));
        assertThat(offered.get(1)).isLessThan(offered.get(2));
    }

    @Test
    void afterCalmDaysTheOfferGrowsBackToTheMeanRule() {
        Random random = new Random(5);
        Node node = new Node(1, RiskState.NEW);
        for (int minute = 0; minute < 2 * DAY; minute++) {
            node.sees(bursty(random));
        }
        node.forget();
        for (int minute = 0; minute < DAY; minute++) {
            node.sees(calm(random));
        }
        node.forget();
        for (int minute = 0; minute < DAY; minute++) {
            node.sees(calm(random));
        }

        assertThat(node.offeredPercent()).isGreaterThan(60 - 100.0 * 20_000 / 64_000 - 1);
        assertThat(node.shorts).isZero();
    }

    @Test
    void aForecastLiftsTheEstimateAndNothingFallsBelowTheFloor() {
        Candidate candidate = new Candidate(Statistic.MEAN, Duration.ofMinutes(5));
        List<Estimate> low = List.of(new Estimate(candidate, 1_000));
        RiskConfig config = new RiskConfig(1);

        RiskStep forecast =
                RiskRule.step(config, RiskState.NEW, new RiskInput(Instant.EPOCH, NODE, 1_000, 2_000, low, 30_000));
        RiskStep floor = RiskRule.step(config, RiskState.NEW, new RiskInput(Instant.EPOCH, NODE, 1_000, 2_000, low, 0));

        assertThat(forecast.estimate()).isEqualTo(30_000);
        assertThat(floor.estimate()).isEqualTo(2_000);
    }

    @Test
    void nothingIsJudgedAcrossAGapButTheHistoryStays() {
        Random random = new Random(1);
        Node node = new Node(1, RiskState.NEW);
        for (int minute = 0; minute < 300; minute++) {
            node.sees(calm(random));
        }
        double care = node.state.choice().care();
        node.now = node.now.plus(Duration.ofHours(5));
        RiskStep after = node.sees(60_000);
        RiskStep next = node.sees(10_000);

        assertThat(after.learning()).isFalse();
        assertThat(next.choice().care()).isEqualTo(care);
    }

    @Test
    void aFigureThatIsAbsentForAReportKeepsItsHistory() {
        Random random = new Random(1);
        Node node = new Node(1, RiskState.NEW);
        for (int minute = 0; minute < 300; minute++) {
            node.sees(calm(random));
        }
        List<Estimate> one = List.of(new Estimate(new Candidate(Statistic.P99, Duration.ofHours(1)), 20_000));
        node.now = node.now.plusSeconds(60);
        RiskStep other =
                RiskRule.step(new RiskConfig(1), node.state, new RiskInput(node.now, NODE, 19_000, 19_000, one, 0));
        node.state = other.state();

        assertThat(other.learning()).isTrue();
        assertThat(node.sees(19_000).learning()).isFalse();
    }

    @Test
    void aPastOfLongAgoIsNoHistoryAnyMore() {
        Random random = new Random(1);
        Node node = new Node(1, RiskState.NEW);
        for (int minute = 0; minute < 300; minute++) {
            node.sees(calm(random));
        }
        node.now = node.now.plus(Duration.ofDays(4));

        assertThat(node.sees(19_000).learning()).isTrue();
    }

    @Test
    void careRisesWhenThePublishedEstimateWasShort() {
        Random random = new Random(1);
        Node node = new Node(1, RiskState.NEW);
        for (int minute = 0; minute < 300; minute++) {
            node.sees(calm(random));
        }
        double before = node.state.choice().care();
        node.sees(60_000);
        node.sees(60_000);

        assertThat(node.state.choice().care()).isGreaterThan(before);
    }

    @Test
    void thePastIsExplainedByOneLineForEachCandidateAndOneOfThemIsChosen() {
        Random random = new Random(1);
        Node node = new Node(1, RiskState.NEW);
        RiskStep step = node.sees(20_000);
        for (int minute = 0; minute < DAY; minute++) {
            step = node.sees(bursty(random));
        }

        assertThat(step.lines()).hasSize(6).filteredOn(RiskLine::chosen).hasSize(1);
        assertThat(step.lines().get(0).text())
                .matches(
                        "mean of 5 min \\+\\d+\\.\\d %: short \\d\\.\\d % of the last day, offers \\d+\\.\\d % of the node.*");
        Candidate chosen = step.choice().candidate();
        assertThat(step.lines())
                .filteredOn(RiskLine::chosen)
                .extracting(RiskLine::candidate)
                .containsExactly(chosen);
    }

    @Test
    void aReportWithoutEstimatesIsRefused() {
        RiskInput empty = new RiskInput(Instant.EPOCH, NODE, 0, 0, List.of(), 0);

        assertThatThrownBy(() -> RiskRule.step(new RiskConfig(1), RiskState.NEW, empty))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theKnobAndTheInputsHaveBounds() {
        assertThatThrownBy(() -> new RiskConfig(0)).hasMessageContaining("0.1 to 20");
        assertThatThrownBy(() -> new RiskConfig(Double.NaN)).hasMessageContaining("riskPercent");
        assertThatThrownBy(() -> new Limits(0, 1, 1)).hasMessageContaining("capacity 0");
        assertThatThrownBy(() -> new RiskInput(Instant.EPOCH, NODE, -1, 0, List.of(), 0))
                .hasMessageContaining("use -1");
        Estimate one = new Estimate(new Candidate(Statistic.MAX, Duration.ofMinutes(5)), 1);
        assertThatThrownBy(() -> new RiskInput(Instant.EPOCH, NODE, 1, 0, List.of(one, one), 0))
                .hasMessageContaining("twice");
    }

    @Property(tries = 60)
    void theSameReportsGiveTheSameEstimatesWithinBounds(
            @ForAll @Size(min = 70, max = 200) List<@IntRange(max = 64_000) Integer> uses,
            @ForAll @DoubleRange(min = 0.1, max = 20) double risk) {
        Node one = new Node(risk, RiskState.NEW);
        Node other = new Node(risk, RiskState.NEW);
        for (int use : uses) {
            RiskStep step = one.sees(use);
            RiskStep same = other.sees(use);

            assertThat(step.estimate()).isEqualTo(same.estimate());
            assertThat(step.choice()).isEqualTo(same.choice());
            long mean = Math.round(one.uses.stream()
                    .limit(5)
                    .mapToInt(Integer::intValue)
                    .average()
                    .orElseThrow());
            assertThat(step.estimate()).isBetween(mean, NODE.capacity());
            assertThat(step.choice().care()).isBetween(RiskChoice.LEAST_CARE, RiskChoice.MOST_CARE);
            assertThat(step.state().histories()).hasSize(6);
        }
    }
}
