package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScaleLookupTest {

    private static final OwnerRef OWNER = new OwnerRef("example.com/v1", "Rollout", "web", "u1");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-01T00:00:00Z"));
    private final AtomicInteger kinds = new AtomicInteger();
    private final AtomicInteger scales = new AtomicInteger();
    private volatile Optional<String> plural = Optional.of("rollouts");
    private volatile int refusal;
    private final ScaleLookup lookup = new ScaleLookup(new Source(), clock);

    private final class Source implements ScaleLookup.Source {

        @Override
        public Optional<String> plural(OwnerRef owner) {
            kinds.incrementAndGet();
            return plural;
        }

        @Override
        public Scale scale(String namespace, OwnerRef owner, String plural) {
            scales.incrementAndGet();
            if (refusal != 0) {
                throw new KubernetesClientException("refused", refusal, null);
            }
            return new Scale(owner.uid(), scales.get());
        }
    }

    @AfterEach
    void close() {
        lookup.close();
    }

    private Optional<Scale> scale() {
        return lookup.scale("shop", OWNER);
    }

    @Test
    void anOwnerIsUnknownUntilItsScaleIsThere() {
        assertThat(scale()).isEmpty();

        await().until(() -> scale().isPresent());
        assertThat(scale()).contains(new Scale("u1", 1));
        assertThat(scales).hasValue(1);
    }

    @Test
    void anAnswerIsRenewedBeforeItIsTooOld() {
        await().until(() -> scale().isPresent());
        clock.advance(Duration.ofSeconds(16));
        assertThat(scale()).contains(new Scale("u1", 1));

        await().until(() -> scale().equals(Optional.of(new Scale("u1", 2))));
        clock.advance(Duration.ofSeconds(31));
        assertThat(scale()).isEmpty();
        await().until(() -> scale().isPresent());
        assertThat(kinds).hasValue(1);
    }

    @Test
    void aKindWithoutScaleIsUnknownAndNotAskedForEachTime() {
        plural = Optional.empty();
        scale();
        await().until(() -> kinds.get() == 1);

        for (int question = 0; question < 100; question++) {
            assertThat(scale()).isEmpty();
        }
        assertThat(kinds).hasValueLessThanOrEqualTo(1);
        assertThat(scales).hasValue(0);
    }

    @Test
    void anOwnerThatIsGoneHasNoReplicas() {
        refusal = 404;

        await().until(() -> scale().equals(Optional.of(new Scale("u1", 0))));
    }

    @Test
    void aRefusalIsAskedForAgainLater() {
        refusal = 403;
        scale();
        await().until(() -> scales.get() == 1);
        refusal = 0;
        clock.advance(Duration.ofSeconds(16));

        await().until(() -> scale().isPresent());
    }
}
