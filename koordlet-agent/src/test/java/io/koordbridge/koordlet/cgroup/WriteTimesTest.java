package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WriteTimesTest {

    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final List<String> next = new ArrayList<>();
    private final WriteTimes times =
            new WriteTimes(metrics, (file, before, after, reason, error) -> next.add(file + "=" + after), nanos::get);

    private void write(String file, String error) {
        times.writing(Path.of(file), "", "1", "test");
        nanos.addAndGet(2_000_000);
        times.written(Path.of(file), "", "1", "test", error);
    }

    @Test
    void countsByFileAndOutcomeAndHandsOn() {
        write("/cg/a/cpu.max", null);
        write("/cg/b/cpu.max", "busy");
        times.written(Path.of("/cg/c/cpu.max"), "", "1", "test", null);

        assertThat(metrics.getHistograms().keySet())
                .containsExactly(
                        "koordlet_resource_update_duration_milliseconds{status=failed,type=cpu.max}",
                        "koordlet_resource_update_duration_milliseconds{status=success,type=cpu.max}");
        assertThat(metrics.getHistograms().values()).allSatisfy(one -> {
            assertThat(one.getCount()).isEqualTo(1);
            assertThat(one.getSnapshot().getMax()).isEqualTo(2);
        });
        assertThat(next).containsExactly("/cg/a/cpu.max=1", "/cg/b/cpu.max=1", "/cg/c/cpu.max=1");
    }

    @Test
    void manyNamesShareASeries() {
        for (int i = 0; i < 100; i++) {
            write("/cg/file" + i, null);
        }

        assertThat(metrics.getHistograms()).hasSize(65);
    }
}
