package io.koordbridge.descheduler.decide.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.limit.TokenBucket.Rate;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class TokenBucketProperties {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @Property
    void tokensStayBetweenZeroAndTheBurst(
            @ForAll @DoubleRange(min = 0, max = 1e6) double perSecond,
            @ForAll @IntRange(min = 1, max = 20) int burst,
            @ForAll @Size(max = 30) List<@LongRange(min = -1_000_000, max = 1_000_000) Long> millis) {
        Rate rate = new Rate(perSecond, burst);
        TokenBucket bucket = TokenBucket.full(burst, START);
        Instant now = START;
        for (long step : millis) {
            now = now.plusMillis(step);
            TokenBucket filled = bucket.at(now, rate);
            assertThat(filled.tokens()).isBetween(0.0, (double) burst);
            if (step <= 0) {
                assertThat(filled.tokens()).isEqualTo(bucket.tokens());
            }
            bucket = filled.take(rate);
            assertThat(bucket.tokens()).isBetween(0.0, (double) burst);
        }
    }

    @Property
    void inAnyTimeNoMoreThanBurstAndRateAreTaken(
            @ForAll @IntRange(min = 1, max = 50) int perSecond,
            @ForAll @IntRange(min = 1, max = 5) int burst,
            @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 300) Long> millis) {
        Rate rate = new Rate(perSecond, burst);
        TokenBucket bucket = TokenBucket.full(burst, START);
        long passed = 0;
        int taken = 0;
        for (long step : millis) {
            passed += step;
            bucket = bucket.at(START.plusMillis(passed), rate);
            if (bucket.hasToken()) {
                bucket = bucket.take(rate);
                taken++;
            }
        }
        assertThat((double) taken).isLessThanOrEqualTo(burst + passed * perSecond / 1000.0 + 1e-6);
    }
}
