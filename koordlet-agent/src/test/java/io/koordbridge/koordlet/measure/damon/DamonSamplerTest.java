package io.koordbridge.koordlet.measure.damon;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.ReadErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DamonSamplerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String IOMEM = """
            00000000-00000fff : Reserved
            00001000-0009fbff : System RAM
            00100000-bfffffff : System RAM
              01000000-01ffffff : Kernel code
            """;

    private final DamonTree tree = new DamonTree();
    private final List<String> samples = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private boolean kidled;
    private final DamonSampler sampler = new DamonSampler(
            new Kdamond(tree, DamonTree.SYS),
            tree,
            new HostProc(tree, Path.of("/proc")),
            Path.of("/proc"),
            () -> kidled,
            now -> (metric, key, value) -> samples.add(metric.wireName() + key + " " + (long) value),
            new ReadErrors(new MetricRegistry(), problems::add));

    @BeforeEach
    void machine() {
        tree.tree.put("/proc/iomem", IOMEM);
        tree.tree.put("/proc/meminfo", "MemTotal: 1000 kB\nMemFree: 400 kB\n");
    }

    @Test
    void theNodeHasColdMemoryFromTheSecondLookOn() {
        tree.regions = List.of("4096", "8192");
        sampler.look(START);
        sampler.round(START, List.of(), List.of());
        assertThat(samples).isEmpty();
        sampler.look(START.plusSeconds(29));
        sampler.look(START.plusSeconds(30));
        sampler.round(START.plusSeconds(31), List.of(), List.of());
        sampler.round(START.plusSeconds(32), List.of(), List.of());

        assertThat(samples)
                .containsExactly(
                        "node_memory_cold_page_size 12288", "node_memory_with_hot_page_usage " + (600 * 1024 - 12_288));
        assertThat(sampler.words()).isEqualTo("works by DAMON, for the node");
        assertThat(tree.writes)
                .contains(
                        "0/contexts/0/targets/0/regions/0/start 4096",
                        "0/contexts/0/targets/0/regions/1/end 3221225472");
    }

    @Test
    void itEndsWithTheAgent() throws IOException {
        sampler.look(START);
        sampler.close();

        assertThat(tree.value("nr_kdamonds")).isEqualTo("0");
        assertThat(problems).isEmpty();
    }

    @Test
    void oneThatStoppedIsStartedAgain() throws IOException {
        sampler.look(START);
        tree.put("0/state", "off");
        sampler.look(START.plusSeconds(30));

        assertThat(tree.value("0/state")).isEqualTo("on");
    }

    @Test
    void nothingIsStartedWhereKidledScansOrAnotherWatches() {
        kidled = true;
        sampler.look(START);
        assertThat(sampler.words()).isEqualTo("works by kidled");

        kidled = false;
        tree.put("nr_kdamonds", "1");
        sampler.look(START.plusSeconds(60));
        assertThat(sampler.words()).startsWith("not supported here: a kdamond of another owner");
        sampler.close();
        assertThat(tree.writes).isEmpty();
    }

    @Test
    void itIsTriedAgainAfterAMinute() throws IOException {
        tree.put("nr_kdamonds", "1");
        sampler.look(START);
        tree.put("nr_kdamonds", "0");
        sampler.look(START.plusSeconds(59));
        assertThat(tree.writes).isEmpty();
        sampler.look(START.plusSeconds(60));

        assertThat(tree.value("0/state")).isEqualTo("on");
    }

    @Test
    void hiddenAddressesAreNamed() {
        tree.tree.put("/proc/iomem", "00000000-00000000 : System RAM\n");
        sampler.look(START);

        assertThat(sampler.words()).contains("not supported here", "/proc/iomem");
        assertThat(tree.writes).isEmpty();
    }
}
