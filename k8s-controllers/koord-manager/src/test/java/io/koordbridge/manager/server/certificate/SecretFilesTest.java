package io.koordbridge.manager.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SecretFilesTest {

    private static final byte[] ONE = "one".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TWO = "two".getBytes(StandardCharsets.US_ASCII);

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server.init();
        Config connection = Config.empty();
        connection.setMasterUrl("http://127.0.0.1:" + server.getPort());
        client = new KubernetesClientBuilder().withConfig(connection).build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.destroy();
    }

    private SecretFiles files() {
        return new SecretFiles(client, "team", "files", "Opaque");
    }

    private Secret kept() {
        return client.secrets().inNamespace("team").withName("files").get();
    }

    @Test
    void whatIsSavedIsLoadedByEveryReplica() {
        SecretFiles files = files();
        assertThat(files.load()).isEmpty();

        assertThat(files.save(Map.of("a", ONE))).isTrue();

        assertThat(files().load()).containsOnlyKeys("a").containsEntry("a", ONE);
        assertThat(kept().getType()).isEqualTo("Opaque");
    }

    @Test
    void filesOfOthersStay() {
        SecretFiles first = files();
        first.load();
        first.save(Map.of("a", ONE));

        SecretFiles second = files();
        second.load();
        second.save(Map.of("b", TWO));

        assertThat(files().load()).containsEntry("a", ONE).containsEntry("b", TWO);
    }

    @Test
    void theSlowerReplicaIsToldToLoadAgain() {
        SecretFiles slow = files();
        slow.load();
        SecretFiles fast = files();
        fast.load();
        fast.save(Map.of("a", ONE));

        assertThat(slow.save(Map.of("a", TWO))).isFalse();

        assertThat(files().load()).containsEntry("a", ONE);
    }

    @Test
    void aDamagedSecretCountsAsEmptyAndIsReplaced() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("team")
                        .withName("files")
                        .endMetadata()
                        .withData(Map.of("a", "*"))
                        .build())
                .create();
        SecretFiles files = files();

        assertThat(files.load()).isEmpty();
        assertThat(files.save(Map.of("a", ONE))).isTrue();
        assertThat(files().load()).containsEntry("a", ONE);
    }
}
