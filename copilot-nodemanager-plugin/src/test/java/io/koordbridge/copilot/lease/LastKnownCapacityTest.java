package io.koordbridge.copilot.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastKnownCapacityTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("told.json");
    }

    @Test
    void isThereAfterARestart() throws IOException {
        new LastKnownCapacity(file).keep(7, 6144);

        LastKnownCapacity.Amount told = new LastKnownCapacity(file).read();

        assertThat(told).isNotNull();
        assertThat(told.vcores()).isEqualTo(7);
        assertThat(told.megabytes()).isEqualTo(6144);
    }

    @Test
    void writesOnlyWhatIsNew() throws IOException {
        LastKnownCapacity told = new LastKnownCapacity(file);
        told.keep(7, 6144);
        FileTime old = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(file, old);

        told.keep(7, 6144);
        told.keep(-1, -1);

        assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
    }

    @Test
    void saysNothingWithoutAFileAndRefusesAnUnreadableOne() throws IOException {
        assertThat(new LastKnownCapacity(file).read()).isNull();
        Files.writeString(file, "{}");

        assertThatThrownBy(() -> new LastKnownCapacity(file).read()).isInstanceOf(IOException.class);
    }

    @Test
    void followsNoLink() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "{\"vcores\":1,\"memoryMB\":1}");
        Files.createSymbolicLink(file, other);
        Files.createSymbolicLink(directory.resolve(".told.json.part"), other);

        assertThatThrownBy(() -> new LastKnownCapacity(file).read()).isInstanceOf(IOException.class);
        new LastKnownCapacity(file).keep(7, 6144);

        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(other).hasContent("{\"vcores\":1,\"memoryMB\":1}");
        Path lease = directory.resolve("lease.json");
        Files.createSymbolicLink(lease, other);
        assertThat(new LeaseReader(1, 512, Duration.ofHours(1))
                        .read(lease, Instant.EPOCH)
                        .source())
                .isEqualTo(LeaseDecision.Source.UNREADABLE);
    }

    @Test
    void aLeaseIsCutToWhatWasTold() {
        LeaseDecision lease = LeaseDecision.configured(10, 20_480);

        assertThat(lease.atMost(5, 30_000, "told").vcores()).isEqualTo(5);
        assertThat(lease.atMost(5, 30_000, "told").memoryMegabytes()).isEqualTo(20_480);
        assertThat(lease.atMost(10, 20_480, "told")).isSameAs(lease);
    }
}
