package io.koordbridge.koordlet.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

    @TempDir
    private Path temp;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

    @Test
    void everyWriteIsOneLineWithPathOldNewAndReason() throws IOException {
        AuditLog log = new AuditLog(new AuditFile(temp, 1 << 20)::append, clock);

        log.written(Path.of("/cg/cpu.shares"), "2", "1024", "batch-resource", null);

        assertThat(Files.readAllLines(temp.resolve("audit.log")))
                .containsExactly(
                        "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"type\":\"group\",\"reason\":\"batch-resource\","
                                + "\"path\":\"/cg/cpu.shares\",\"before\":\"2\",\"after\":\"1024\"}");
    }

    @Test
    void filesTogetherStayWithinTheLimit() throws IOException {
        AuditLog log = new AuditLog(new AuditFile(temp, 4_000)::append, clock);

        for (int i = 0; i < 500; i++) {
            log.written(Path.of("/cg/cpu.shares"), "2", String.valueOf(i), "test", null);
        }

        long bytes = Files.size(temp.resolve("audit.log")) + Files.size(temp.resolve("audit.log.1"));
        assertThat(bytes).isLessThan(4_000 + 400);
        assertThat(log.writes()).isEqualTo(500);
    }

    @Test
    void theNewestEventComesFirst() {
        AuditLog log = new AuditLog(event -> {}, clock);
        log.written(Path.of("/a"), null, "1", "test", null);
        log.written(Path.of("/b"), null, "2", "test", "refused");

        assertThat(log.newest(1)).singleElement().satisfies(event -> {
            assertThat(event.path()).isEqualTo("/b");
            assertThat(event.error()).isEqualTo("refused");
        });
        assertThat(log.failures()).isEqualTo(1);
    }

    @Test
    void recordsRepeatedRefusalsWhenTheyBeginChangeAndEnd() throws IOException {
        AuditLog log = new AuditLog(new AuditFile(temp, 1 << 20)::append, clock);

        for (int second = 0; second < 100; second++) {
            log.written(Path.of("/pod/quota"), "-1", String.valueOf(2_000 + second), "test", "Invalid argument");
            log.written(Path.of("/other/quota"), "-1", "2000", "test", second < 50 ? "busy" : "Invalid argument");
        }
        log.written(Path.of("/pod/quota"), "-1", "2000", "test", null);
        log.written(Path.of("/pod/quota"), "2000", "1000", "test", "Invalid argument");

        assertThat(log.newest(10))
                .extracting(event -> event.path() + " " + event.error())
                .containsExactly(
                        "/pod/quota Invalid argument",
                        "/pod/quota null",
                        "/other/quota Invalid argument",
                        "/other/quota busy",
                        "/pod/quota Invalid argument");
        assertThat(Files.readAllLines(temp.resolve("audit.log"))).hasSize(5);
        assertThat(log.failures()).isEqualTo(201);
    }
}
