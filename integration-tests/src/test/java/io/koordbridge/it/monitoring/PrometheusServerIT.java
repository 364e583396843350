package io.koordbridge.it.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.lab.prometheus.PrometheusServer;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusServerIT {

    @TempDir
    private Path directory;

    @Test
    void answersWithTheValueOfOneSeries() {
        Prerequisite.require(
                PrometheusServer.missing().isEmpty(), PrometheusServer.missing().orElse(""));
        try (PrometheusServer server = PrometheusServer.start(directory.resolve("server"), List.of())) {
            assertThat(server.value("vector(3)")).hasValue(3);
            assertThat(server.value("absent(vector(1))")).isEmpty();
            assertThatThrownBy(() -> server.value("vector(")).hasMessageContaining("vector(");
        }
    }
}
