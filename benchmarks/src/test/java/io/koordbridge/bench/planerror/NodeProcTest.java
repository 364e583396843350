package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeProcTest {

    private static final int USER = 1;
    private static final int IDLE = 4;

    @TempDir
    private Path directory;

    private final AtomicLong busy = new AtomicLong(5_000_000_000L);

    private List<long[]> lines() throws IOException {
        return Files.readAllLines(directory.resolve("proc/stat")).stream()
                .map(line -> Arrays.stream(
                                line.replaceFirst("^cpu\\d* ", "0 ").trim().split(" +"))
                        .mapToLong(Long::parseLong)
                        .toArray())
                .toList();
    }

    @Test
    void theUseOfTheGroupIsSharedByTheCpus() throws Exception {
        try (NodeProc proc = new NodeProc(directory.resolve("proc"), busy::get, 2)) {
            assertThat(lines())
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line[USER]).isZero());

            busy.addAndGet(50_000_000L);

            await().untilAsserted(() ->
                    assertThat(lines()).extracting(line -> line[USER]).containsExactly(5L, 2L, 3L));
            await().until(() -> lines().get(0)[IDLE] > 20);
            assertThat(Files.readString(proc.root().resolve("meminfo"))).contains("MemAvailable:");
        }
    }

    @Test
    void theFileKeepsItsLengthSoThatItCanBeHeldOpen() throws Exception {
        try (NodeProc proc = new NodeProc(directory.resolve("proc"), busy::get, 4)) {
            Path stat = proc.root().resolve("stat");
            long before = Files.size(stat);
            busy.addAndGet(123_456_000_000_000L);

            await().until(() -> lines().get(0)[USER] == 12_345_600);
            assertThat(Files.size(stat)).isEqualTo(before);
        }
    }
}
