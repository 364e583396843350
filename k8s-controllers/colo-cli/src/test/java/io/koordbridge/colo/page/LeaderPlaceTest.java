package io.koordbridge.colo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.cluster.ClusterChoice;
import io.koordbridge.testkit.http.LoopbackServer;
import io.koordbridge.testkit.tls.CertificateMaker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With an API server that answers who leads and how; nothing goes through the ports. */
class LeaderPlaceTest {
    private static final String LEASE =
            "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\",\"metadata\":{\"name\":\"l\","
                    + "\"annotations\":{\"koordbridge.io/pages\":\"%1$s_1 %2$s://10.0.0.1:8080\"}},"
                    + "\"spec\":{\"holderIdentity\":\"%1$s_1\"}}";
    private static final String PODS = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":["
            + "{\"metadata\":{\"name\":\"replica-a\"}},{\"metadata\":{\"name\":\"replica-b\"}}]}";
    private static final String CONFIG_MAP =
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"m\"},\"data\":{\"ca.crt\":\"%s\"}}";
    private static final String REFUSED =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"code\":403}";

    @TempDir
    private Path directory;

    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private volatile String leader = "replica-a";
    private volatile String scheme = "http";
    private volatile String authority = "";
    private ClusterAccess cluster;
    private LeaderPlace place;

    @BeforeEach
    void open() throws IOException {
        Path kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
        ClusterChoice choice = new ClusterChoice(kubeconfig.toString(), null, "team");
        cluster = ClusterAccess.open(choice, Duration.ofSeconds(5), Optional.empty());
        place = new LeaderPlace(cluster, Component.OPERATOR);
    }

    @AfterEach
    void close() {
        place.close();
        cluster.close();
        apiServer.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.contains("/leases/")) {
            LoopbackServer.answer(exchange, 200, LEASE.formatted(leader, scheme));
        } else if (path.endsWith("/pods")) {
            LoopbackServer.answer(exchange, 200, PODS);
        } else if (authority.isEmpty()) {
            LoopbackServer.answer(exchange, 403, REFUSED);
        } else {
            LoopbackServer.answer(
                    exchange,
                    200,
                    CONFIG_MAP.formatted(authority.replace("\r", "").replace("\n", "\\n")));
        }
    }

    private String newAuthority(String name) throws IOException {
        return new CertificateMaker(directory.resolve(name), name).certificate();
    }

    private static void assertThatItListens(URI address) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    @Test
    void staysWholeUntilAllOfTheNextPlaceIsKnown() throws IOException {
        URI before = place.address();
        leader = "replica-b";
        scheme = "https";

        assertThatThrownBy(place::moved)
                .isInstanceOf(AnswerException.class)
                .hasMessageStartingWith("ConfigMap team/koord-bridge-ca cannot be read");
        assertThat(place.address()).isEqualTo(before);
        assertThat(place.name()).isEqualTo("in pod team/replica-a");
        assertThatItListens(before);

        authority = newAuthority("first");
        assertThat(place.moved()).isTrue();
        assertThat(place.name()).isEqualTo("in pod team/replica-b");
        assertThat(place.address()).hasScheme("https");
        assertThat(place.check().authorities().certificates()).hasSize(1);
        assertThatItListens(place.address());
        assertThat(place.moved()).isFalse();
    }

    @Test
    void anotherSchemeAndOtherAuthoritiesOfTheSamePodAreAMove() throws IOException {
        assertThat(place.moved()).isFalse();
        assertThat(place.address()).hasScheme("http");

        authority = newAuthority("first");
        scheme = "https";
        assertThat(place.moved()).isTrue();
        assertThat(place.address()).hasScheme("https");
        ServerCheck first = place.check();
        assertThat(place.moved()).isFalse();

        authority = newAuthority("second");
        assertThat(place.moved()).isTrue();
        assertThat(place.check()).isNotEqualTo(first);
        assertThat(place.name()).isEqualTo("in pod team/replica-a");
    }
}
