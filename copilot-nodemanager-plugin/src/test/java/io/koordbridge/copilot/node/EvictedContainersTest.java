package io.koordbridge.copilot.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvictedContainersTest {
    @TempDir
    Path directory;

    @Test
    void outliveTheNodeManager() throws IOException {
        EvictedContainers before = new EvictedContainers(file());
        before.load();
        before.add("container_1", -102);
        before.add("container_2", -102);
        before.keep();

        EvictedContainers after = new EvictedContainers(file());
        after.load();

        assertThat(after.status("container_1")).isEqualTo(-102);
        assertThat(after.contains("container_2")).isTrue();
        assertThat(after.status("container_3")).isNull();
    }

    @Test
    void areForgottenInTheFileToo() throws IOException {
        EvictedContainers containers = new EvictedContainers(file());
        containers.add("container_1", -102);
        containers.add("container_2", -102);
        containers.keep();

        containers.retain(Set.of("container_2"));
        containers.keep();

        assertThat(file()).hasContent("{\"container_2\":102}");
    }

    @Test
    void areWrittenWhenTheyChangeOnly() throws IOException {
        EvictedContainers containers = new EvictedContainers(file());
        containers.keep();
        assertThat(file()).doesNotExist();
        containers.add("container_1", -102);
        containers.keep();
        Files.delete(file());

        containers.retain(Set.of("container_1"));
        containers.keep();

        assertThat(file()).doesNotExist();
    }

    @Test
    void aWriteThatFailedIsTriedAgain() throws IOException {
        EvictedContainers containers = new EvictedContainers(file());
        containers.add("container_1", -102);
        Path part = directory.resolve(".evicted.json.part");
        Files.createDirectories(part.resolve("in-the-way"));
        assertThatIOException().isThrownBy(containers::keep);
        Files.delete(part.resolve("in-the-way"));
        Files.delete(part);

        containers.keep();

        assertThat(file()).hasContent("{\"container_1\":102}");
    }

    @Test
    void aFileThatIsNotUnderstoodIsSaid() throws IOException {
        Files.writeString(file(), "{\"container_1\":\"x\"}");

        assertThatIOException()
                .isThrownBy(() -> new EvictedContainers(file()).load())
                .withMessageContaining("container_1 must be a number");
    }

    private Path file() {
        return directory.resolve("evicted.json");
    }
}
