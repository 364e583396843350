package io.koordbridge.manager.quota.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.quota.ElasticQuota;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoredQuotasTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private volatile CountDownLatch mayAnswer = new CountDownLatch(0);
    private final StoredQuotas stored = new StoredQuotas(this::answer, nanos::get, new MetricRegistry());

    private List<ElasticQuota> answer(String name) {
        asked.incrementAndGet();
        try {
            if (!mayAnswer.await(20, TimeUnit.SECONDS) || name.equals("broken")) {
                throw new IllegalStateException("no answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return name.equals("none") ? List.of() : List.of(Quotas.parent(name, "koordinator-root-quota", 1));
    }

    @AfterEach
    void stop() {
        stored.close();
    }

    @Test
    void anAnswerHoldsForAMoment() {
        assertThat(stored.named("team", LONG)).hasSize(1);
        assertThat(stored.named("none", LONG)).isEmpty();
        assertThat(stored.named("broken", LONG)).isEmpty();
        assertThat(stored.named("team", LONG)).hasSize(1);
        assertThat(stored.named("none", LONG)).isEmpty();
        assertThat(stored.named("broken", LONG)).isEmpty();
        assertThat(asked).hasValue(3);

        nanos.addAndGet(StoredQuotas.REMEMBERED.toNanos() + 1);

        assertThat(stored.named("team", LONG)).hasSize(1);
        assertThat(asked).hasValue(4);
    }

    @Test
    void thousandsOfNamesAreNotThousandsOfReads() {
        for (int name = 0; name < 5_000; name++) {
            stored.named("unknown-" + name, LONG);
        }

        assertThat(asked).hasValue(StoredQuotas.MOST_REMEMBERED);
        nanos.addAndGet(StoredQuotas.REMEMBERED.toNanos() + 1);
        assertThat(stored.named("team", LONG)).hasSize(1);
    }

    @Test
    void oneNameIsReadOnceAtATimeHoweverLongThatTakes() {
        mayAnswer = new CountDownLatch(1);
        assertThat(stored.named("team", Duration.ZERO)).isEmpty();
        await().until(() -> asked.get() == 1);
        nanos.addAndGet(StoredQuotas.REMEMBERED.toNanos() + 1);
        for (int caller = 0; caller < 100; caller++) {
            assertThat(stored.named("team", Duration.ZERO)).isEmpty();
        }
        assertThat(asked).hasValue(1);
        mayAnswer.countDown();

        assertThat(stored.named("team", LONG)).hasSize(1);
    }

    @Test
    void whatIsNoNameIsNotAskedFor() {
        assertThat(stored.named("a,metadata.namespace=b", LONG)).isEmpty();
        assertThat(stored.named("", LONG)).isEmpty();
        assertThat(stored.named("x".repeat(254), LONG)).isEmpty();
        assertThat(asked).hasValue(0);
    }
}
