package io.koordbridge.it.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.koordbridge.lab.prometheus.ScrapedNode;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node exporter of this machine is scraped; no API server is there for the other job. */
class ScrapedNodeIT {

    @TempDir
    private Path directory;

    private ScrapedNode start() throws IOException {
        Prerequisite.require(
                ScrapedNode.missing().isEmpty(), ScrapedNode.missing().orElse(""));
        Config cluster = new ConfigBuilder(Config.empty())
                .withMasterUrl("https://127.0.0.1:1/")
                .withAutoOAuthToken("none")
                .build();
        return ScrapedNode.of("machine", cluster, directory);
    }

    @Test
    void aCommandIsAskedForADocument() throws Exception {
        try (ScrapedNode node = start()) {
            assertThat(node.document(List.of("sh", "-c", "echo '{\"a\": 1}'"))
                            .path("a")
                            .asInt())
                    .isEqualTo(1);
            assertThatThrownBy(() -> node.document(List.of("sh", "-c", "echo refused >&2; exit 3")))
                    .hasMessageContaining("refused");
            await().untilAsserted(() -> assertThat(node.document(List.of(
                                    "curl",
                                    "-sf",
                                    "-G",
                                    node.address() + "api/v1/query",
                                    "--data-urlencode",
                                    "query=count(node_cpu_seconds_total{node=\"machine\",mode=\"idle\"})"))
                            .at("/data/result/0/value/1")
                            .asInt())
                    .isEqualTo(Runtime.getRuntime().availableProcessors()));
        }
    }
}
