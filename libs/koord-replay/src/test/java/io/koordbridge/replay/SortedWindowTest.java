package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.policy.online.SamplePercentiles;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SortedWindowTest {

    /** Few values, so that many samples are equal. */
    @Property(tries = 200)
    void itHoldsTheNewestSamples(
            @ForAll @Size(min = 1, max = 150) List<@IntRange(max = 9) Integer> samples,
            @ForAll @IntRange(min = 1, max = 80) int most) {
        SortedWindow window = new SortedWindow();
        for (int i = 0; i < samples.size(); i++) {
            window.add(samples.get(i));
            if (i >= most) {
                window.remove(samples.get(i - most));
            }
        }

        double[] newest = samples.subList(Math.max(0, samples.size() - most), samples.size()).stream()
                .mapToDouble(Integer::doubleValue)
                .toArray();
        assertThat(window.count()).isEqualTo(newest.length);
        assertThat(window.percentiles(1000)).isEqualTo(SamplePercentiles.of(newest, 1000));
    }

    @Test
    void withoutASampleThereIsNothing() {
        SortedWindow window = new SortedWindow();
        window.add(0.1);
        window.remove(0.1);

        assertThat(window.percentiles(1)).isEmpty();
    }

    @Test
    void aSampleThatDidNotComeInDoesNotGoOut() {
        SortedWindow window = new SortedWindow();
        window.add(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> window.remove(2))
                .withMessage("sample 2.0 is not in the window");
        assertThat(window.percentiles(1)).contains(new Percentiles(1, 1, 1, 1, 1, 1));
    }
}
