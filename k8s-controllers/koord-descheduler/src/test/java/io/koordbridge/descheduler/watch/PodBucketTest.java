package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.watch.PodBucket.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodBucketTest {

    private final PodBucket bucket = new PodBucket();

    private static Entry entry(int number) {
        return new Entry(PodReader.of(Scene.pod(number, 1)));
    }

    @Test
    void theLastPodTakesThePlaceOfOneThatIsTakenOut() {
        Entry first = entry(1);
        Entry last = entry(2);
        assertThat(bucket.add(first)).isZero();
        assertThat(bucket.add(last)).isEqualTo(1);

        assertThat(bucket.remove(0)).isSameAs(last);
        assertThat(bucket.pods()).containsExactly(last.facts);
        assertThat(bucket.remove(0)).isNull();
        assertThat(bucket.isEmpty()).isTrue();
    }

    @Test
    void aListIsBoundedByItsSizeAndStays() {
        bucket.add(entry(1));
        List<PodFacts> pods = bucket.pods();
        PodFacts before = pods.get(0);
        for (int number = 2; number < 20; number++) {
            bucket.add(entry(number));
        }
        bucket.set(0, entry(30));

        assertThat(pods).containsExactly(before);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> pods.get(1));
        assertThat(bucket.pods()).hasSize(19);
    }
}
