package io.koordbridge.copilot.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.lease.LeaseDecision.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseReaderTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final LeaseReader READER = new LeaseReader(1, 512, Duration.ofHours(1));

    @TempDir
    Path directory;

    @Test
    void registersWithAFreshLease() {
        LeaseDecision decision = READER.decide(lease(7, 6144, "\"2026-11-21T09:30:00Z\""), NOW);

        assertThat(decision.source()).isEqualTo(Source.LEASE);
        assertThat(decision.vcores()).isEqualTo(7);
        assertThat(decision.memoryMegabytes()).isEqualTo(6144);
        assertThat(decision.epoch()).isEqualTo(12);
    }

    @Test
    void readsATimeWithAnOffsetAndOneInMilliseconds() {
        assertThat(READER.decide(lease(2, 600, "\"2026-11-21T17:59:00+08:00\""), NOW)
                        .source())
                .isEqualTo(Source.LEASE);
        assertThat(READER.decide(lease(2, 600, Long.toString(NOW.toEpochMilli())), NOW)
                        .source())
                .isEqualTo(Source.LEASE);
    }

    @Test
    void anOldLeaseGivesTheFloor() {
        assertFloor(Source.STALE, READER.decide(lease(7, 6144, "\"2026-11-21T08:59:59Z\""), NOW));
    }

    @Test
    void aLeaseFromTheFutureGivesTheFloor() {
        assertFloor(Source.STALE, READER.decide(lease(7, 6144, "\"2026-11-21T11:00:00Z\""), NOW));
    }

    @Test
    void aLeaseTheResourceManagerWouldRefuseGivesTheFloor() {
        assertFloor(Source.BELOW_FLOOR, READER.decide(lease(0, 6144, "\"2026-11-21T10:00:00Z\""), NOW));
        assertFloor(Source.BELOW_FLOOR, READER.decide(lease(7, 511, "\"2026-11-21T10:00:00Z\""), NOW));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"vcores\":\"7\",\"memoryMB\":6144,\"time\":1}",
                "{\"vcores\":-7,\"memoryMB\":6144,\"time\":1}",
                "{\"vcores\":7.5,\"memoryMB\":6144,\"time\":1}",
                "{\"vcores\":7,\"memoryMB\":6144}",
                "{\"vcores\":7,\"memoryMB\":6144,\"time\":\"yesterday\"}",
                "{\"vcores\":7,\"memoryMB\":6144,\"time\":\"2026-11-21\"}"
            })
    void whatCannotBeUnderstoodGivesTheFloorWithAReason(String text) {
        LeaseDecision decision = READER.decide(text, NOW);

        assertFloor(Source.UNREADABLE, decision);
        assertThat(decision.detail()).isNotBlank();
    }

    @Test
    void noFileGivesTheFloor() {
        assertFloor(Source.ABSENT, READER.read(directory.resolve("lease.json"), NOW));
    }

    @Test
    void readsTheFile() throws IOException {
        Path file = Files.writeString(directory.resolve("lease.json"), lease(3, 3072, "\"2026-11-21T10:00:00Z\""));

        assertThat(READER.read(file, NOW).memoryMegabytes()).isEqualTo(3072);
    }

    @Test
    void aDirectoryInItsPlaceGivesTheFloor() {
        assertFloor(Source.UNREADABLE, READER.read(directory, NOW));
    }

    @Test
    void capsWhatDoesNotFitTheConfiguration() {
        LeaseDecision decision = READER.decide(lease(9_999_999_999L, 9_999_999_999L, "\"2026-11-21T10:00:00Z\""), NOW);

        assertThat(decision.vcores()).isEqualTo(Integer.MAX_VALUE);
        assertThat(decision.memoryMegabytes()).isEqualTo(Integer.MAX_VALUE);
    }

    private static void assertFloor(Source source, LeaseDecision decision) {
        assertThat(decision.source()).isEqualTo(source);
        assertThat(decision.vcores()).isEqualTo(1);
        assertThat(decision.memoryMegabytes()).isEqualTo(512);
    }

    private static String lease(long vcores, long megabytes, String time) {
        return String.format("{\"vcores\":%d,\"memoryMB\":%d,\"epoch\":12,\"time\":%s}", vcores, megabytes, time);
    }
}
