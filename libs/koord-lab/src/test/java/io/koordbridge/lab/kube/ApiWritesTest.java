package io.koordbridge.lab.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiWritesTest {

    private static final String PATCH = """
            {"kind":"Event","verb":"patch","userAgent":"koord-manager","objectRef":{"resource":"nodes","name":"n-1",\
            "subresource":"status"},"responseStatus":{"code":409},"stageTimestamp":"2026-01-01T00:00:00.000001Z"}
            """;

    @TempDir
    private Path directory;

    @Test
    void readsOnlyWhatCameSinceTheLastLook() throws IOException {
        Path log = Files.writeString(directory.resolve("audit.log"), PATCH);
        ApiWrites writes = new ApiWrites(log);

        assertThat(writes.next()).isEmpty();
        Files.writeString(log, PATCH + PATCH, StandardOpenOption.APPEND);
        assertThat(ApiWrites.counts(writes.next())).containsEntry("patch nodes/status", 2L);
        assertThat(writes.next()).isEmpty();
    }

    @Test
    void leavesALineThatIsStillBeingWrittenForTheNextLook() throws IOException {
        Path log = directory.resolve("audit.log");
        ApiWrites writes = new ApiWrites(log);
        int half = PATCH.length() / 2;

        Files.writeString(log, PATCH + PATCH.substring(0, half));
        assertThat(writes.next()).hasSize(1);
        Files.writeString(log, PATCH.substring(half), StandardOpenOption.APPEND);

        assertThat(writes.next()).singleElement().satisfies(write -> {
            assertThat(write.name()).isEqualTo("n-1");
            assertThat(write.agent()).isEqualTo("koord-manager");
            assertThat(write.accepted()).isFalse();
        });
    }
}
