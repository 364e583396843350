package io.koordbridge.descheduler.act.evict;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.SoftEviction;
import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.act.PodEvictor.Result;
import io.koordbridge.descheduler.act.RealCluster;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SoftEvictionsIT {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private boolean leads = true;
    /** Runs between the read and the write of a try. */
    private Runnable between = () -> {};

    private final SoftEvictions evictions = new SoftEvictions(
            RealCluster.client(),
            new MetricRegistry(),
            call -> {
                Runnable now = between;
                between = () -> {};
                now.run();
                return leads;
            },
            clock);
    private Pod pod = new Pod();
    private PodRef ref = new PodRef("", "", "");

    @BeforeEach
    void begin() {
        pod = RealCluster.runningPod(RealCluster.namespace(), "nm-0", Map.of());
        ref = PodReader.of(pod).ref();
    }

    static @Nullable SoftEviction asked(Pod pod) {
        return AnnotationCodec.read(RealCluster.now(pod), Annotations.POD_SOFT_EVICTION, SoftEviction.class)
                .orElse(null);
    }

    private Outcome request(String job) {
        return evictions.request(ref, job, "LowNodeLoad", "hot", null);
    }

    private void annotate(String key, String value) {
        Edits.edit(
                RealCluster.client().pods().inNamespace(ref.namespace()).withName(ref.name()),
                found -> new PodBuilder(found)
                        .editMetadata()
                        .addToAnnotations(key, value)
                        .endMetadata()
                        .build());
    }

    @Test
    void whatWasAskedIsWithdrawnByTheSameJobOnly() {
        assertThat(request("job-1")).isEqualTo(Outcome.EVICTED);

        assertThat(evictions.withdraw(ref, "LowNodeLoad", "job-2")).isEqualTo(Outcome.EVICTED);
        assertThat(evictions.withdraw(ref, "PodLifeTime", "job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(asked(pod)).isEqualTo(new SoftEviction("2026-01-01T00:00:00Z", null, "LowNodeLoad", "hot", "job-1"));

        assertThat(evictions.withdraw(ref, "LowNodeLoad", "job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(asked(pod)).isNull();
    }

    @Test
    void askingTwiceWritesOnceAndAnotherJobOverwrites() {
        request("job-1");
        String version = RealCluster.now(pod).getMetadata().getResourceVersion();
        clock.advance(Duration.ofMinutes(1));

        assertThat(request("job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(RealCluster.now(pod).getMetadata().getResourceVersion()).isEqualTo(version);

        assertThat(request("job-2")).isEqualTo(Outcome.EVICTED);
        assertThat(asked(pod)).isEqualTo(new SoftEviction("2026-01-01T00:01:00Z", null, "LowNodeLoad", "hot", "job-2"));
    }

    @Test
    void anAnnotationThatDoesNotDecodeIsOfAnotherWriter() {
        annotate(Annotations.POD_SOFT_EVICTION, "{");

        assertThat(evictions.withdraw(ref, "LowNodeLoad", "job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(RealCluster.now(pod).getMetadata().getAnnotations())
                .containsEntry(Annotations.POD_SOFT_EVICTION, "{");

        assertThat(request("job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(asked(pod)).isNotNull();
    }

    @Test
    void aConflictIsReadAgainAndTriedAtOnce() {
        between = () -> annotate("example.com/other", "1");
        assertThat(request("job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(asked(pod)).isNotNull();

        SoftEviction other = new SoftEviction("2026-02-02T00:00:00Z", null, "human", "moved", null);
        between = () -> annotate(Annotations.POD_SOFT_EVICTION, AnnotationCodec.write(other));
        assertThat(evictions.withdraw(ref, "LowNodeLoad", "job-1")).isEqualTo(Outcome.EVICTED);
        assertThat(asked(pod))
                .as("what another writer put there between read and write")
                .isEqualTo(other);
    }

    @Test
    void nothingIsWrittenWithoutTheLease() {
        leads = false;

        assertThat(request("job-1").result()).isEqualTo(Result.FAILED);

        assertThat(asked(pod)).isNull();
    }

    @Test
    void aPodThatIsGoneNeedsNoWithdrawal() {
        RealCluster.client().resource(pod).withGracePeriod(0).delete();

        assertThat(evictions.withdraw(ref, "LowNodeLoad", "job-1").result()).isEqualTo(Result.GONE);
        assertThat(request("job-1").result()).isEqualTo(Result.GONE);
    }
}
