package io.koordbridge.copilot.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VcoreRatioTest {
    @TempDir
    Path directory;

    private Path file;
    private VcoreRatio ratio;

    @BeforeEach
    void name() {
        file = directory.resolve("lease.json");
        ratio = new VcoreRatio(file);
    }

    private void write(String value) throws IOException {
        Files.writeString(file, "{\"vcores\":7,\"memoryMB\":6144,\"vcoreRatio\":" + value + "}");
    }

    @Test
    void isThatOfTheFileAndFollowsIt() throws IOException {
        write("8");
        assertThat(ratio.refresh()).isEqualTo(8);

        write("1.5");

        assertThat(ratio.refresh()).isEqualTo(1.5);
        assertThat(ratio.problem()).isEmpty();
    }

    @Test
    void isOneWhereNoFileEverSaidAny() throws IOException {
        assertThat(ratio.refresh()).isEqualTo(1);
        Files.writeString(file, "{\"vcores\":7,\"memoryMB\":6144,\"epoch\":12}");

        assertThat(ratio.refresh()).isEqualTo(1);
        assertThat(ratio.problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-8", "0.0001", "1001", "1e999", "\"8\"", "[8]", "{", "true"})
    void theLastGoodOneHoldsBesideABadOne(String bad) throws IOException {
        write("8");
        assertThat(ratio.refresh()).isEqualTo(8);
        write(bad);

        assertThat(ratio.refresh()).isEqualTo(8);
        assertThat(ratio.problem()).isNotEmpty();
        assertThat(ratio.refresh()).isEqualTo(8);
        assertThat(ratio.problem()).isNotEmpty();
    }

    @Test
    void theLastGoodOneHoldsWhenTheFileGoes() throws IOException {
        write("8");
        assertThat(ratio.refresh()).isEqualTo(8);
        Files.delete(file);

        assertThat(ratio.refresh()).isEqualTo(8);
        assertThat(ratio.problem()).isEmpty();
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path elsewhere = Files.writeString(directory.resolve("other"), "{\"vcoreRatio\":8}");
        Files.createSymbolicLink(file, elsewhere);

        assertThat(ratio.refresh()).isEqualTo(1);
        assertThat(ratio.problem()).isNotEmpty();
    }

    @Test
    void aHugeFileIsNotRead() throws IOException {
        Files.writeString(file, "{\"vcoreRatio\":8}" + " ".repeat(70_000));

        assertThat(ratio.refresh()).isEqualTo(1);
        assertThat(ratio.problem()).contains("longer");
    }
}
