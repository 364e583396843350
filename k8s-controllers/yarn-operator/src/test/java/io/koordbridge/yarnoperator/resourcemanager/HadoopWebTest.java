package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.Oid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a web server with TLS, and against one that asks for tickets of a real KDC. */
class HadoopWebTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PASSWORD = "changeit";
    private static final String SERVER = "HTTP/localhost";
    private static final String OPERATOR = "koord/operator";

    @TempDir
    Path directory;

    private final List<String> callers = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Path store(Path directory) throws Exception {
        Path store = directory.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        return store;
    }

    private void serveTls(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(store)) {
            keys.load(file, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer tls = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        tls.setHttpsConfigurator(new HttpsConfigurator(context));
        tls.createContext("/", exchange -> answer(exchange, 200, "over TLS"));
        tls.start();
        server = tls;
    }

    private HadoopWeb declared(Map<String, String> sslClient) throws IOException {
        Path site = Files.createFile(directory.resolve("yarn-site.xml"));
        if (!sslClient.isEmpty()) {
            Files.writeString(
                    directory.resolve("ssl-client.xml"),
                    sslClient.entrySet().stream()
                            .map(one -> "<property><name>" + one.getKey() + "</name><value>" + one.getValue()
                                    + "</value></property>")
                            .collect(Collectors.joining("", "<configuration>", "</configuration>")));
        }
        Configuration configuration = new Configuration(false);
        configuration.set("yarn.http.policy", "HTTPS_ONLY");
        return ClusterFiles.web(configuration, List.of(site), null);
    }

    private URI address(HadoopWeb web) {
        return web.base("localhost:" + server.getAddress().getPort());
    }

    @Test
    void speaksHttpsWhereTheClusterDoesAndBelievesTheStoreOfSslClientXml() throws Exception {
        Path store = store(directory);
        serveTls(store);
        HadoopWeb web = declared(Map.of(
                "ssl.client.truststore.location",
                store.toString(),
                "ssl.client.truststore.password",
                PASSWORD,
                "ssl.client.truststore.type",
                "PKCS12"));

        assertThat(web.get(address(web), PATIENCE)).isEqualTo(new HadoopWeb.Answer(200, "over TLS", ""));
    }

    @Test
    void aCertificateThatNobodyVouchesForIsTheReason() throws Exception {
        serveTls(store(directory));
        HadoopWeb web = declared(Map.of());

        assertThatIOException()
                .isThrownBy(() -> web.get(address(web), PATIENCE))
                .withMessageStartingWith("TLS: ");
    }

    @Test
    void showsATicketAndAfterwardsTheCookieItWasGiven() throws Exception {
        try (SmallRealm realm =
                new SmallRealm(Files.createDirectory(directory.resolve("realm")), Duration.ofHours(1))) {
            Path keytab = realm.keyTable(OPERATOR);
            Configuration configuration = kerberos();
            serveWithTickets(realm.keyTable(SERVER), configuration);
            HadoopLogin login = new HadoopLogin(null, SmallRealm.principal(OPERATOR), keytab.toString(), null);
            HadoopWeb web = new HadoopWeb(false, null, new Negotiation(new HadoopUser(configuration, login)));

            for (int i = 0; i < 3; i++) {
                assertThat(web.get(address(web), PATIENCE).body()).isEqualTo("hello");
            }
            assertThat(callers).containsExactly(SmallRealm.principal(OPERATOR), "cookie", "cookie");
        } finally {
            UserGroupInformation.reset();
        }
    }

    @Test
    void withoutAKeyTableTheReasonIsThatItWantsOne() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Negotiate");
            answer(exchange, 401, "who");
        });
        server.start();

        HadoopWeb.Answer answer = HadoopWeb.PLAIN.get(address(HadoopWeb.PLAIN), PATIENCE);

        assertThat(answer.refusal()).isEqualTo("status 401, it wants Kerberos, the operator has no key table for it");
    }

    private static Configuration kerberos() {
        Configuration configuration = new Configuration(false);
        configuration.addResource("core-default.xml");
        configuration.set("hadoop.security.authentication", "kerberos");
        return configuration;
    }

    /** As Hadoop's own filter: a ticket for HTTP/localhost, then a signed cookie. */
    private void serveWithTickets(Path keytab, Configuration configuration) throws Exception {
        UserGroupInformation.setConfiguration(configuration);
        UserGroupInformation own =
                UserGroupInformation.loginUserFromKeytabAndReturnUGI(SmallRealm.principal(SERVER), keytab.toString());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String shown = exchange.getRequestHeaders().getFirst("Authorization");
            String cookie = exchange.getRequestHeaders().getFirst("Cookie");
            if (cookie != null && cookie.equals("hadoop.auth=\"u=koord&s=1\"")) {
                callers.add("cookie");
                answer(exchange, 200, "hello");
            } else if (shown == null) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Negotiate");
                answer(exchange, 401, "who");
            } else {
                callers.add(caller(own, Base64.getDecoder().decode(shown.substring("Negotiate ".length()))));
                exchange.getResponseHeaders().add("Set-Cookie", "hadoop.auth=\"u=koord&s=1\"; Path=/; HttpOnly");
                answer(exchange, 200, "hello");
            }
        });
        server.start();
    }

    private static String caller(UserGroupInformation own, byte[] token) throws IOException {
        PrivilegedExceptionAction<String> accept = () -> {
            GSSManager manager = GSSManager.getInstance();
            Oid[] mechanisms = {new Oid("1.3.6.1.5.5.2"), new Oid("1.2.840.113554.1.2.2")};
            GSSCredential credential = manager.createCredential(
                    null, GSSCredential.INDEFINITE_LIFETIME, mechanisms, GSSCredential.ACCEPT_ONLY);
            GSSContext context = manager.createContext(credential);
            context.acceptSecContext(token, 0, token.length);
            return context.getSrcName().toString();
        };
        try {
            return own.doAs(accept);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
