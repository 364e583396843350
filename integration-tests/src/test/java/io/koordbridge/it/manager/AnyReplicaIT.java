package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas with tokens of a real API server: whichever is asked, the leader answers. */
@Tag("long")
class AnyReplicaIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String NODE = "worker-1";
    private static final String US = "koord-manager";
    private static final String ELSEWHERE = "X-Forwarded-For";

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private RealControlPlane controlPlane;
    private KubernetesClient client;
    private ManagerUnderTest leader;
    private ManagerUnderTest follower;

    @BeforeEach
    void startTwoReplicas() throws IOException {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        client = controlPlane.client();
        ChartDefinitions.install(client);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            client.resources(NodeMetric.class).list();
            return true;
        });
        controlPlane.createNamespace(WellKnown.NAMESPACE);
        ManagerCluster.load(client, """
                apiVersion: v1
                kind: ConfigMap
                metadata: {namespace: koordinator-system, name: slo-controller-config}
                data: {colocation-config: '{"enable": true}', resource-threshold-config: '{"clusterStrategy": {"enable": true}}'}
                """);
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(NODE)
                        .endMetadata()
                        .withNewStatus()
                        .withCapacity(Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi")))
                        .endStatus()
                        .build())
                .create();
        Stream.of(US, "stranger").forEach(this::createAccount);
        leader = replica("a");
        await().atMost(PATIENCE).until(() -> leads(leader));
        follower = replica("b");
        await().atMost(PATIENCE)
                .until(() -> leader.explain(NODE).statusCode() == 200
                        && follower.explain(NODE).statusCode() == 200);
    }

    @AfterEach
    void stop() {
        Stream.of(follower, leader, controlPlane).forEach(AnyReplicaIT::close);
    }

    private static void close(AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException("does not stop", e);
        }
    }

    private void createAccount(String name) {
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(WellKnown.NAMESPACE)
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private String token(String account, String... audiences) {
        return client.serviceAccounts()
                .inNamespace(WellKnown.NAMESPACE)
                .withName(account)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(audiences)
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private ManagerUnderTest replica(String name) throws IOException {
        Path token = Files.writeString(directory.resolve("token-" + name), token(US, WellKnown.PEER_AUDIENCE));
        return ManagerUnderTest.start(ManagerOptions.of("koord-manager-" + name, controlPlane.kubeconfig(), directory)
                .yaml("leaderElection: {leaseDuration: 10s, renewDeadline: 8s, retryPeriod: 500ms, host: 127.0.0.1, "
                        + "peerTokenFile: " + token + "}\n"));
    }

    private static boolean leads(ManagerUnderTest replica) {
        return replica.metric("koordinator_manager_is_leader") == 1;
    }

    private HttpResponse<String> askFollower(String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(follower.url().resolve(path)).timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void theLeadersAnswerComesFromEitherReplicaUntilTheOtherLeads() throws Exception {
        assertThat(leads(follower)).isFalse();
        // Only the leader calculates: by itself this replica has no explanation.
        assertThat(askFollower("/api/v1/nodes/" + NODE + "/explain", "X-Koord-Hop", "test")
                        .statusCode())
                .isNotEqualTo(200);
        assertThat(askFollower("/api/v1/nodes/" + NODE + "/explain").statusCode())
                .isEqualTo(200);
        assertThat(askFollower("/").body()).contains("<html");
        assertThat(follower.metric("koord_leader_pages_total{result=\"answered\"}"))
                .isPositive();

        leader.process().crash();

        HttpResponse<String> away = askFollower("/api/v1/status");
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).contains("the leader, ", "does not answer");
        await().atMost(PATIENCE).until(() -> leads(follower));
        assertThat(askFollower("/api/v1/status").statusCode()).isEqualTo(200);
    }

    @Test
    void tokensDecideAtTheLeader() throws Exception {
        controlPlane
                .client()
                .load(getClass().getResourceAsStream("/lab/pages-reader.yaml"))
                .create();

        assertThat(askFollower("/api/v1/status", ELSEWHERE, "192.0.2.1").statusCode())
                .isEqualTo(401);
        assertThat(askFollower("/api/v1/status", ELSEWHERE, "192.0.2.1", "Authorization", "Bearer " + token("stranger"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(askFollower("/api/v1/status", ELSEWHERE, "192.0.2.1", "Authorization", "Bearer " + token(US))
                        .statusCode())
                .isEqualTo(403);
        // For the audience, of another account; of our account, for another audience.
        assertThat(peer(token("stranger", WellKnown.PEER_AUDIENCE))).isEqualTo(403);
        assertThat(peer(token(US))).isEqualTo(401);
        assertThat(peer(token(US, WellKnown.PEER_AUDIENCE))).isEqualTo(200);
    }

    private int peer(String token) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(leader.url().resolve("/api/v1/status"))
                                .headers(ELSEWHERE, "192.0.2.1", "X-Koord-Peer", token, "X-Koord-Hop", "test")
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }
}
