package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UseOverTimeTest {

    @TempDir
    private Path temp;

    @Test
    void aSampleHoldsUntilTheNextOne() throws IOException {
        Path file = Files.writeString(temp.resolve("trace.csv"), """
                node,seconds,cpu_percent,memory_percent
                a,100,10,50
                a,120,30,
                a,130,20,50
                b,0,5,50
                """);
        List<NodeTrace> nodes = NodeTrace.read(file);
        UseOverTime use = UseOverTime.of(nodes.get(0));

        assertThat(nodes).extracting(NodeTrace::node).containsExactly("a", "b");
        assertThat(use.steps()).isEqualTo(6);
        assertThat(use.at(3)).isEqualTo(10);
        assertThat(use.at(4)).isEqualTo(30);
        assertThat(use.mean(5, Duration.ofSeconds(20))).isEqualTo(20);
        assertThat(use.mean(5, Duration.ofMinutes(5))).isCloseTo(16.67, within(0.01));
        assertThat(use.highest(5, Duration.ofSeconds(20))).isEqualTo(30);
        assertThat(use.highest(3, Duration.ofSeconds(20))).isEqualTo(10);
    }

    @Test
    void aLongGapIsUnknown() {
        UseOverTime use = UseOverTime.of(new NodeTrace(
                "a",
                List.of(
                        new NodeTrace.Sample(0, 10),
                        new NodeTrace.Sample(10, 20),
                        new NodeTrace.Sample(2_000, 30),
                        new NodeTrace.Sample(2_010, 40))));

        assertThat(use.at(1)).isEqualTo(10);
        assertThat(use.at(2)).isNegative();
        assertThat(use.at(use.steps() - 1)).isEqualTo(30);
    }
}
