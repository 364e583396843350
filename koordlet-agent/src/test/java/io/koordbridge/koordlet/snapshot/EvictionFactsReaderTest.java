package io.koordbridge.koordlet.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.koordlet.yarn.YarnWork;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EvictionFactsReaderTest {

    private static final long GIB = 1L << 30;
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final List<String> problems = new ArrayList<>();

    private EvictionFacts read(long windowSeconds, String... containers) {
        ResourceThresholdStrategy thresholds = Serialization.unmarshal(
                "enable: true\ncpuEvictTimeWindowSeconds: %d\n".formatted(windowSeconds),
                ResourceThresholdStrategy.class);
        return new EvictionFactsReader(store, Duration.ofSeconds(1), problems::add, at -> at.minusSeconds(3600))
                .read(
                        thresholds,
                        Stream.of(containers)
                                .map(id -> new YarnContainer(
                                        id,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        new YarnContainer.Usage(null, GIB)))
                                .toList(),
                        NOW);
    }

    private void sample(Instant at, double cores) {
        store.append(Metric.NODE_CPU, SampleStore.NODE, at, cores);
        store.append(Metric.BE_USAGE, SampleStore.NODE, at, 1000 * cores);
        store.append(Metric.BE_REQUEST, SampleStore.NODE, at, 4000);
        store.append(Metric.BE_REAL_LIMIT, SampleStore.NODE, at, 2000);
    }

    @Test
    void meansAreOfTheWindowThatIsAskedFor() {
        sample(NOW.minusSeconds(100), 8);
        sample(NOW.minusSeconds(10), 2);
        sample(NOW, 4);

        assertThat(read(60).bestEffort().orElseThrow().mean().usage()).isEqualTo(3000);
        assertThat(problems).isEmpty();
    }

    @Test
    void aContainerWhoseGroupIsGoneHasEndedForTheAgent() {
        store.append(Metric.YARN_CONTAINER_MEMORY, "runs", NOW, 2.0 * GIB);
        store.append(Metric.YARN_CONTAINER_MEMORY, "ended", NOW.minusSeconds(4), 3.0 * GIB);

        List<YarnWork> work = read(60, "runs", "ended", "never-measured").yarn();

        assertThat(work).extracting(YarnWork::id).containsExactly("runs", "never-measured");
        assertThat(work).extracting(one -> one.bytes().orElse(0)).containsExactly(2.0 * GIB, 1.0 * GIB);
    }

    @Test
    void hugePagesAreReadOfTheNode() {
        store.append(Metric.NODE_HUGE_PAGES, SampleStore.NODE, NOW, 4.0 * GIB);

        assertThat(read(60).hugePageBytes()).isEqualTo(4.0 * GIB);
    }

    @Test
    void theTimeOfDayIsThatOfTheClockAsItIsSetNow() {
        assertThat(read(60).timeOfDay()).isEqualTo(NOW.minusSeconds(3600));
    }

    @Test
    void aWindowLongerThanSamplesAreKeptIsRefusedByName() {
        sample(NOW, 4);
        EvictionFacts facts = read(3600);

        assertThat(facts.bestEffort()).isEmpty();
        assertThat(problems)
                .containsExactly(
                        "NodeSLO: resourceUsedThresholdWithBE.cpuEvictTimeWindowSeconds = 3600: want 1 to 1860;"
                                + " nothing is evicted for CPU");
    }
}
