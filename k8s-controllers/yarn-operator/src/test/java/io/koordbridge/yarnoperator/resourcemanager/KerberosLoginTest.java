package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Log-in from a key table, against a real KDC and ports of a ResourceManager that ask who calls. */
class KerberosLoginTest {

    private static final String OPERATOR = "koord/operator";
    private static final Duration TICKET = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private final List<String> failures = new CopyOnWriteArrayList<>();
    private SmallRealm realm;
    private SecurePorts ports;
    private Path keytab;
    private Path conf;

    @BeforeEach
    void begin() throws Exception {
        realm = new SmallRealm(Files.createDirectory(directory.resolve("realm")), TICKET);
        keytab = realm.keyTable(OPERATOR);
        ports = new SecurePorts(realm.keyTable(SecurePorts.NAME));
        conf = Files.createDirectory(directory.resolve("conf"));
        write("yarn-site.xml", ports.site());
        // Each poll opens a connection of its own, which wants a ticket.
        write(
                "core-site.xml",
                Map.of(
                        "hadoop.security.authentication", "kerberos",
                        "hadoop.kerberos.min.seconds.before.relogin", "1",
                        "ipc.client.connection.maxidletime", "200"));
    }

    @AfterEach
    void end() throws Exception {
        ports.close();
        UserGroupInformation.reset();
        realm.close();
    }

    private void write(String file, Map<String, String> properties) throws IOException {
        Files.writeString(
                conf.resolve(file),
                properties.entrySet().stream()
                        .map(one -> "<property><name>" + one.getKey() + "</name><value>" + one.getValue()
                                + "</value></property>")
                        .collect(Collectors.joining("", "<configuration>", "</configuration>")));
    }

    private ClusterConnection connection(String name, Path table) {
        HadoopLogin login = new HadoopLogin(null, SmallRealm.principal(name), table.toString(), null);
        ClusterConnection connection = new ClusterConnection(
                "",
                YarnClusters.declaredIn(conf, login).get(""),
                () -> true,
                (up, text) -> failures.add(text),
                Clock.systemUTC(),
                new MetricRegistry());
        connection.start(
                new PeriodicTasks(new MetricRegistry()), Duration.ofMillis(600), Duration.ofMillis(600), report -> {});
        return connection;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lastsBeyondItsTicketAlsoWithAKeyTableThatWasRenewedMeanwhile(boolean renewed) throws Exception {
        try (ClusterConnection connection = connection(OPERATOR, keytab)) {
            Awaitility.await()
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> connection.report().isPresent());
            if (renewed) {
                assertThat(realm.keyTable(OPERATOR)).isEqualTo(keytab);
            }
            Awaitility.await()
                    .during(TICKET.multipliedBy(2))
                    .atMost(TICKET.multipliedBy(3))
                    .until(failures::isEmpty);
            connection.update(
                    new NodeManagerRef("", "nm-0", 8041), new YarnAmount(1, 1024), Duration.ZERO, answered -> {});
            Awaitility.await()
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> ports.callers().containsKey("updateNodeResource"));
        }

        assertThat(ports.callers()).containsKey("getClusterNodes");
        assertThat(ports.callers().values()).containsOnly(SmallRealm.principal(OPERATOR));
    }

    /** As /healthcheck says it. */
    private String problem(String name, Path table) {
        try (ClusterConnection connection = connection(name, table)) {
            return Awaitility.await()
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> connection.status().problem(), Optional::isPresent)
                    .orElseThrow();
        }
    }

    @Test
    void saysThatTheKeyTableIsOfSomebodyElse() throws Exception {
        Path others = realm.keyTable("other");
        Path garbage = Files.writeString(directory.resolve("garbage"), "garbage");

        for (Path table : List.of(others, garbage)) {
            assertThat(problem(OPERATOR, table))
                    .contains("leases stay as they are", SmallRealm.principal(OPERATOR), table.toString())
                    .contains("the key table holds no key of this principal, or is none")
                    .doesNotContain("password");
        }
    }

    @Test
    void saysThatTheKeysAreNoLongerValidOrThePrincipalIsUnknown() throws Exception {
        Path old = Files.copy(keytab, directory.resolve("old"));
        realm.keyTable(OPERATOR);
        assertThat(problem(OPERATOR, old)).contains(old.toString(), "PREAUTH_FAILED");

        realm.forget(OPERATOR);
        assertThat(problem(OPERATOR, keytab))
                .contains(SmallRealm.principal(OPERATOR), "Client not found in Kerberos database");
    }

    @Test
    void saysThatTheKdcIsAway() throws Exception {
        realm.stopKdc();

        assertThat(problem(OPERATOR, keytab)).contains(SmallRealm.principal(OPERATOR), "Connection refused");
    }
}
