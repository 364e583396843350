package io.koordbridge.manager.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.protocol.tls.NamedServer;
import io.koordbridge.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageAuthorityTest {

    private static final String NAMESPACE = "team";
    private static final String SECTION =
            "{\"enabled\": true, \"namespace\": \"team\", \"processes\": [\"koord-manager\", \"yarn-operator\"]}";

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
    private final ManualClock clock = new ManualClock(Instant.now());
    private PageAuthorityConfig config;
    private KubernetesClient client;
    private PageAuthority authority;

    @BeforeEach
    void start() throws Exception {
        server.init();
        Config connection = Config.empty();
        connection.setMasterUrl("http://127.0.0.1:" + server.getPort());
        client = new KubernetesClientBuilder().withConfig(connection).build();
        config = new ObjectMapper().readValue(SECTION, PageAuthorityConfig.class);
        authority = new PageAuthority(client, config, clock);
    }

    @AfterEach
    void stop() {
        client.close();
        server.destroy();
    }

    private Secret secret(String name) {
        return client.secrets().inNamespace(NAMESPACE).withName(name).get();
    }

    private String file(String secret, String key) {
        return new String(Base64.getDecoder().decode(secret(secret).getData().get(key)), StandardCharsets.US_ASCII);
    }

    private String published() {
        return client.configMaps()
                .inNamespace(NAMESPACE)
                .withName("koord-bridge-ca")
                .get()
                .getData()
                .get("ca.crt");
    }

    private X509Certificate served(String process) throws Exception {
        return PemCodec.certificate(file("koord-bridge-pages-" + process, "tls.crt"));
    }

    /** As a client that reads the ConfigMap. */
    private void verify(String process, String name) throws Exception {
        Authorities trusted = Authorities.of("the ConfigMap", published());
        new NamedServer(() -> trusted, name).checkServerTrusted(new X509Certificate[] {served(process)}, "ECDHE_ECDSA");
    }

    @Test
    void eachProcessGetsACertificateThatClientsVerifyByTheServicesName() throws Exception {
        assertThat(authority.keep()).isTrue();

        verify("yarn-operator", "yarn-operator.team.svc");
        verify("yarn-operator", "127.0.0.1");
        verify("koord-manager", "koord-manager.team");
        Secret operator = secret("koord-bridge-pages-yarn-operator");
        assertThat(operator.getType()).isEqualTo("kubernetes.io/tls");
        assertThat(operator.getData()).containsOnlyKeys("tls.crt", "tls.key", "ca.crt");
        assertThat(file("koord-bridge-pages-yarn-operator", "ca.crt")).isEqualTo(published());
        assertThat(published()).doesNotContain("PRIVATE");
        assertThat(PageAuthorityConfig.secrets())
                .containsAll(client.secrets().inNamespace(NAMESPACE).list().getItems().stream()
                        .map(made -> made.getMetadata().getName())
                        .toList());
    }

    @Test
    void whatIsInOrderStays() {
        authority.keep();
        String before = secret("koord-bridge-pages-yarn-operator").getMetadata().getResourceVersion();

        assertThat(new PageAuthority(client, config, clock).keep()).isTrue();

        assertThat(secret("koord-bridge-pages-yarn-operator").getMetadata().getResourceVersion())
                .isEqualTo(before);
    }

    @Test
    void certificatesAreRenewedHalfAYearBeforeTheyEnd() throws Exception {
        authority.keep();
        X509Certificate first = served("yarn-operator");
        String authorityThen = published();

        clock.advance(Duration.ofDays(180));
        authority.keep();
        assertThat(served("yarn-operator")).isEqualTo(first);

        clock.advance(Duration.ofDays(10));
        authority.keep();

        assertThat(served("yarn-operator").getNotAfter()).isAfter(first.getNotAfter());
        assertThat(published()).isEqualTo(authorityThen);
    }

    @Test
    void aReplacedAuthorityStaysTrustedUntilItEnds() throws Exception {
        authority.keep();
        String before = published();

        clock.advance(Duration.ofDays(3650 - 100));
        authority.keep();

        assertThat(published()).endsWith(before).hasSizeGreaterThan(before.length());
        assertThat(file("koord-bridge-pages-yarn-operator", "ca.crt")).isEqualTo(published());
        assertThat(served("yarn-operator").getNotAfter().toInstant())
                .isAfter(clock.instant().plus(Duration.ofDays(300)));

        clock.advance(Duration.ofDays(101));
        authority.keep();

        assertThat(published()).doesNotContain(before);
    }

    @Test
    void whatIsTakenAwayOrDamagedComesBack() throws Exception {
        authority.keep();
        client.secrets()
                .inNamespace(NAMESPACE)
                .withName("koord-bridge-pages-yarn-operator")
                .delete();
        client.configMaps().inNamespace(NAMESPACE).withName("koord-bridge-ca").edit(map -> {
            map.getData().put("ca.crt", "nothing");
            return map;
        });

        authority.keep();

        verify("yarn-operator", "yarn-operator.team.svc");
    }

    @Test
    void theFirstRoundComesWithinSeconds() {
        try (PeriodicTasks tasks = new PeriodicTasks(new MetricRegistry())) {
            new PageAuthority(client, config, Clock.systemUTC()).start(tasks);

            await().until(() -> secret("koord-bridge-pages-yarn-operator") != null);
        }
    }
}
