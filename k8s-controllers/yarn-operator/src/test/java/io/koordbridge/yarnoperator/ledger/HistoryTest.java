package io.koordbridge.yarnoperator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.yarnoperator.ledger.History.Level;
import io.koordbridge.yarnoperator.ledger.Timeline.Sample;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HistoryTest {

    private static final Instant START = Instant.parse("2024-05-01T00:00:00Z");
    private static final List<Level> SMALL = List.of(
            new Level(Duration.ofSeconds(1), Duration.ofSeconds(5)),
            new Level(Duration.ofSeconds(10), Duration.ofSeconds(60)),
            new Level(Duration.ofSeconds(60), Duration.ofDays(1)));

    private static Sample sample(long second, long milliCpu) {
        BatchAmount amount = new BatchAmount(milliCpu, milliCpu * 3);
        return new Sample(START.plusSeconds(second), amount, null, amount, amount, amount, null);
    }

    private static BigInteger sum(List<Bucket> buckets) {
        return buckets.stream().map(one -> one.origin().bytes()).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static long count(List<Bucket> buckets) {
        return buckets.stream().mapToLong(one -> one.origin().count()).sum();
    }

    @Property(tries = 200)
    void keepsCountsAndSumsAndTheOrderAndIsBounded(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 0, max = 20) Integer> pauses,
            @ForAll @IntRange(min = 1, max = 1_000_000) int amount) {
        History history = new History(SMALL);
        BigInteger expected = BigInteger.ZERO;
        long second = 0;
        for (int pause : pauses) {
            second += pause;
            history.add(sample(second, amount + second));
            expected = expected.add(BigInteger.valueOf((amount + second) * 3));
        }

        List<Bucket> buckets = history.buckets();

        assertThat(count(buckets)).isEqualTo(pauses.size());
        assertThat(sum(buckets)).isEqualTo(expected);
        assertThat(buckets).extracting(Bucket::time).isSorted().doesNotHaveDuplicates();
        // Five seconds and what is left of ten; six tens and what is left of a minute; the minutes.
        assertThat(buckets).hasSizeLessThanOrEqualTo(5 + 1 + 10 + 6 + 1 + 6 + (int) (second / 60) + 1);
    }

    @Property(tries = 50)
    void takesALateSampleIntoTheNewestBucket(
            @ForAll @Size(max = 100) List<@IntRange(max = 10) Integer> late, @ForAll @IntRange(max = 30) int pause) {
        History history = new History(SMALL);
        for (int i = 0; i < late.size(); i++) {
            history.add(sample((long) i * pause + 10 - late.get(i), i));
        }

        assertThat(count(history.buckets())).isEqualTo(late.size());
        assertThat(history.buckets()).extracting(Bucket::time).isSorted();
    }

    @Property(tries = 100)
    void staysInOrderWhateverTheClockSays(
            @ForAll @Size(min = 1, max = 100) List<@IntRange(max = 1_000) Integer> seconds) {
        History history = new History(SMALL);
        seconds.forEach(second -> history.add(sample(second, second)));
        Instant last = START.plusSeconds(seconds.get(seconds.size() - 1));

        assertThat(history.buckets()).extracting(Bucket::time).isSorted().doesNotHaveDuplicates();
        assertThat(history.buckets().get(history.buckets().size() - 1).time()).isBetween(last, last.plus(History.LATE));
    }

    @Test
    void goesOnAtOnceWhenTheClockIsSetBackByAnHour() {
        History history = new History(History.LEVELS);
        addEachSecond(history, 0, 3 * 3_600);
        List<Bucket> before = history.buckets();
        int back = 2 * 3_600;

        addEachSecond(history, back, back + 60);

        List<Bucket> after = history.buckets();
        assertThat(after).extracting(Bucket::time).isSorted().doesNotHaveDuplicates();
        assertThat(since(after, back)).hasSize(60);
        assertThat(after.get(after.size() - 1).time()).isEqualTo(START.plusSeconds(back + 59));
        assertThat(after.get(after.size() - 1).origin().count()).isEqualTo(1);
        assertThat(after)
                .startsWith(before.stream()
                        .filter(one -> one.time().isBefore(START.plusSeconds(back)))
                        .toArray(Bucket[]::new));
    }

    @Test
    void goesOnAtOnceAfterAJumpAheadAndBack() {
        History history = new History(History.LEVELS);
        addEachSecond(history, 0, 3_600);
        int day = 24 * 3_600;
        addEachSecond(history, day, day + 5);

        addEachSecond(history, 3_600, 3_660);

        List<Bucket> after = history.buckets();
        assertThat(after).extracting(Bucket::time).isSorted().doesNotHaveDuplicates();
        assertThat(since(after, 3_600)).hasSize(60);
        assertThat(after.get(0).time()).isEqualTo(START);
        assertThat(count(after)).as("only what the wrong clock dated is gone").isEqualTo(3_660);
    }

    private static void addEachSecond(History history, int from, int to) {
        for (int second = from; second < to; second++) {
            history.add(sample(second, 1_000));
        }
    }

    private static List<Bucket> since(List<Bucket> buckets, int second) {
        return buckets.stream()
                .filter(one -> !one.time().isBefore(START.plusSeconds(second)))
                .toList();
    }

    @Test
    void knowsFifteenDaysInAFewHundredBuckets() {
        History history = new History(History.LEVELS);
        long seconds = Duration.ofDays(20).toSeconds();
        for (long second = 0; second <= seconds; second += 5) {
            history.add(sample(second, second));
        }

        List<Bucket> buckets = history.buckets();
        Instant end = START.plusSeconds(seconds);

        assertThat(buckets).hasSizeBetween(360, 1_000);
        assertThat(buckets.get(0).time())
                .isBetween(end.minus(Duration.ofDays(15)).minus(Duration.ofHours(1)), end.minus(Duration.ofDays(15)));
        assertThat(buckets.get(buckets.size() - 1).time()).isEqualTo(end);
        assertThat(buckets.stream().filter(one -> one.time().isAfter(end.minus(Duration.ofMinutes(10)))))
                .hasSize(120);
    }

    @Test
    void isTheMeanOfWhatIsKnown() {
        History history = new History(SMALL);
        Instant at = START;
        BatchAmount four = new BatchAmount(4_000, 10);
        BatchAmount eight = new BatchAmount(8_000, 30);
        history.add(new Sample(at, four, null, null, null, null, null));
        history.add(new Sample(at.plusSeconds(1), null, null, null, null, null, null));
        history.add(new Sample(at.plusSeconds(2), eight, null, null, null, null, null));
        history.add(sample(40, 1));

        Sample oldest = history.buckets().get(0).sample();

        assertThat(oldest.time()).isEqualTo(at);
        assertThat(oldest.origin()).isEqualTo(new BatchAmount(6_000, 20));
        assertThat(oldest.pods()).isNull();
    }

    @Test
    void doesNotOverflowWithAnHourOfTheLargestAmounts() {
        BatchAmount largest = new BatchAmount(BatchAmount.LIMIT, BatchAmount.LIMIT);
        MeanAmount mean = MeanAmount.of(null);
        for (int i = 0; i < 3_600; i++) {
            mean = mean.plus(MeanAmount.of(largest));
        }

        assertThat(mean.amount()).isEqualTo(largest);
    }
}
