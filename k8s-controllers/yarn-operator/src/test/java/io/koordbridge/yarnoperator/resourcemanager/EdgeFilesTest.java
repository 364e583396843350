package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdgeFilesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private Path site(String name, String key, String value) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(
                file,
                "<configuration><property><name>" + key + "</name><value>" + value
                        + "</value></property></configuration>");
    }

    @Test
    void findsTheDefaultClusterAndThoseWithAPrefix() throws IOException {
        Path core = site("core-site.xml", "a", "1");
        Path yarn = site("yarn-site.xml", "b", "1");
        Path blue = site("more/blue.yarn-site.xml", "c", "1");
        site("more/yarn-site.xml", "not", "a cluster of its own");
        site("notes.xml", "x", "1");

        Map<String, List<Path>> clusters = ClusterFiles.find(directory);

        assertThat(clusters).containsOnlyKeys("", "blue");
        assertThat(clusters.get("")).containsExactly(core, yarn);
        assertThat(clusters.get("blue")).containsExactly(blue);
    }

    @Test
    void saysWhatIsWantedWhereNoClusterIsDeclared() throws IOException {
        site("notes.xml", "x", "1");
        Path missing = directory.resolve("missing");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterFiles.find(directory))
                .withMessageStartingWith("hadoop.confDir = " + directory + ": want yarn-site.xml in it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterFiles.find(missing))
                .withMessage("hadoop.confDir = " + missing + ": not a readable directory");
    }

    @Test
    void readsADirectoryBehindALink() throws IOException {
        site("conf/yarn-site.xml", "b", "1");
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("conf"));

        assertThat(ClusterFiles.find(link)).containsOnlyKeys("");
    }

    @Test
    void namesAFileThatIsNoConfiguration() throws IOException {
        Path yarn = Files.writeString(directory.resolve("yarn-site.xml"), "<configuration><property>");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterFiles.read(List.of(yarn)))
                .withMessageStartingWith("hadoop.confDir: [" + yarn + "] cannot be read: ");
    }

    @Test
    void limitsTheTimeOfEveryCallWhateverTheFilesSay() throws IOException {
        Path yarn = site("yarn-site.xml", "yarn.resourcemanager.connect.max-wait.ms", "900000");

        Configuration configuration = ClusterFiles.read(List.of(yarn));

        assertThat(configuration.getInt("yarn.resourcemanager.connect.max-wait.ms", 0))
                .isEqualTo(200);
        assertThat(configuration.getInt("ipc.client.rpc-timeout.ms", 0)).isEqualTo(5_000);
    }

    @Test
    void namesTheAddressOfTheAdministration() throws IOException {
        Path yarn = site("yarn-site.xml", "yarn.resourcemanager.admin.address", "rm.example.org:8033");

        assertThat(ClusterFiles.administration(ClusterFiles.read(List.of(yarn))))
                .isEqualTo("rm.example.org:8033");
    }

    @Test
    void refusesAPairOfResourceManagersThatHasNone() throws IOException {
        Path yarn = site("yarn-site.xml", "yarn.resourcemanager.ha.enabled", "true");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterFiles.administration(ClusterFiles.read(List.of(yarn))))
                .withMessageContaining("yarn.resourcemanager.ha.rm-ids is empty");
    }

    @Test
    void refusesAKeyTableThatIsNotThere() throws IOException {
        site("yarn-site.xml", "b", "1");
        HadoopLogin login = new HadoopLogin(null, "operator@EXAMPLE.ORG", "/nowhere/operator.keytab", null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> YarnClusters.declaredIn(directory, login))
                .withMessage("hadoop.keytab = '/nowhere/operator.keytab': not a readable file");
    }

    @Test
    void refusesAPrincipalThatHadoopWouldIgnore() throws IOException {
        Path yarn = site("yarn-site.xml", "b", "1");
        HadoopLogin login = new HadoopLogin(null, "operator@EXAMPLE.ORG", yarn.toString(), null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> YarnClusters.declaredIn(directory, login))
                .withMessageStartingWith(
                        "hadoop.principal = 'operator@EXAMPLE.ORG': hadoop.security.authentication is simple");

        site("core-site.xml", "hadoop.security.authentication", "kerberos");
        assertThat(YarnClusters.declaredIn(directory, login).get(""))
                .extracting(ClusterDeclaration::auth)
                .isEqualTo("kerberos");
    }

    @Test
    void readsWhatANodeManagerWasTold() {
        assertThat(
                        NodeManagerAnswers.told(
                                "{\"nodeInfo\":{\"totalPmemAllocatedContainersMB\":2048,\"totalVCoresAllocatedContainers\":3}}"))
                .contains(new YarnAmount(3, 2048));
        assertThat(NodeManagerAnswers.told("{\"nodeInfo\":{\"totalPmemAllocatedContainersMB\":\"much\"}}"))
                .isEmpty();
        assertThat(NodeManagerAnswers.told(
                        "{\"nodeInfo\":{\"totalPmemAllocatedContainersMB\":-1,\"totalVCoresAllocatedContainers\":3}}"))
                .isEmpty();
        assertThat(NodeManagerAnswers.told("<html>")).isEmpty();
    }

    @Test
    void addsUpWhatRunsOnANodeManagerAndKnowsItsApplicationMasters() {
        String master = container("container_e02_1764_0003_01_000001", "RUNNING", 1, 2_048);
        String task = container("container_1764_0003_02_000011", "LOCALIZING", 2, 1_024);
        String over = container("container_1764_0003_01_000007", "DONE", 8, 8_192);
        String answer = "{\"containers\":{\"container\":[" + master + "," + task + "," + over + "]}}";

        assertThat(NodeManagerAnswers.running(answer, KnownMasters.BY_ID))
                .contains(new NodeManagerAnswers.Running(
                        new YarnAmount(3, 3_072),
                        new YarnAmount(1, 2_048),
                        List.of("container_e02_1764_0003_01_000001")));
        assertThat(NodeManagerAnswers.running("{\"containers\":null}", KnownMasters.BY_ID))
                .contains(new NodeManagerAnswers.Running(YarnAmount.ZERO, YarnAmount.ZERO, List.of()));
        assertThat(NodeManagerAnswers.running(
                        "{\"containers\":{\"container\":[{\"id\":\"container_1_1_01_000002\"}]}}", KnownMasters.BY_ID))
                .isEmpty();
        assertThat(NodeManagerAnswers.running("<html>", KnownMasters.BY_ID)).isEmpty();
    }

    @Test
    void takesTheWordOfTheNodeAgentAgainstAContainersId() {
        String first = container("container_1764_0003_01_000001", "RUNNING", 1, 2_048);
        String second = container("container_1764_0004_01_000002", "RUNNING", 2, 1_024);
        KnownMasters known =
                new KnownMasters(Set.of("container_1764_0004_01_000002"), Set.of("container_1764_0003_01_000001"));

        assertThat(NodeManagerAnswers.running("{\"containers\":{\"container\":[" + first + "," + second + "]}}", known))
                .contains(new NodeManagerAnswers.Running(
                        new YarnAmount(3, 3_072), new YarnAmount(2, 1_024), List.of("container_1764_0004_01_000002")));
    }

    private static String container(String id, String state, int vcores, int memoryMb) {
        return "{\"id\":\"" + id + "\",\"state\":\"" + state + "\",\"totalVCoresNeeded\":" + vcores
                + ",\"totalMemoryNeededMB\":" + memoryMb + "}";
    }

    @Test
    void readsTheMinimumAllocationOfTheResourceManager() throws IOException {
        site("yarn-site.xml", "yarn.scheduler.minimum-allocation-mb", "2048");

        assertThat(YarnClusters.declaredIn(directory, HadoopLogin.PROCESS_USER)
                        .get("")
                        .minimum())
                .isEqualTo(new YarnAmount(0, 2_048));
    }

    @Test
    void readsTheCalculatorOfTheFileBesideIt() throws IOException {
        Path site = Files.createFile(directory.resolve("east.yarn-site.xml"));
        assertThat(ClusterFiles.calculator(List.of(site))).isEmpty();

        site("east.capacity-scheduler.xml", "yarn.scheduler.capacity.maximum-applications", "10");
        assertThat(ClusterFiles.calculator(List.of(site))).contains("DefaultResourceCalculator");
        site("east.capacity-scheduler.xml", "yarn.scheduler.capacity.resource-calculator", "org.Dominant");
        assertThat(ClusterFiles.calculator(List.of(site))).contains("org.Dominant");
    }

    @Test
    void forgetsNodeManagersThatWereNotAskedForLong() {
        ManualClock clock = new ManualClock(NOW);
        NodeManagerProbe probe = new NodeManagerProbe(clock, new MetricRegistry());
        for (int port = 1; port <= 100; port++) {
            probe.ask(new NodeManagerRef("", "nm-0", port), "no address", KnownMasters.BY_ID, () -> {});
        }
        assertThat(probe.remembered()).isEqualTo(100);

        clock.advance(Duration.ofMinutes(1));
        probe.ask(new NodeManagerRef("", "nm-0", 101), "no address", KnownMasters.BY_ID, () -> {});

        assertThat(probe.remembered()).isEqualTo(1);
    }

    @Test
    void opensAfterThreeFailuresAndTriesAgainLaterAndLater() {
        CircuitBreaker breaker = new CircuitBreaker();
        breaker.failed(NOW);
        breaker.failed(NOW);
        assertThat(breaker.allows(NOW)).isTrue();

        breaker.failed(NOW);
        assertThat(breaker.allows(NOW)).isFalse();
        assertThat(breaker.allows(NOW.plusSeconds(1))).isTrue();
        breaker.failed(NOW.plusSeconds(1));
        assertThat(breaker.allows(NOW.plusSeconds(2))).isFalse();
        assertThat(breaker.allows(NOW.plusSeconds(3))).isTrue();
        for (int i = 0; i < 20; i++) {
            breaker.failed(NOW);
        }
        assertThat(breaker.allows(NOW.plusSeconds(30))).isTrue();

        breaker.succeeded();
        assertThat(breaker.allows(NOW)).isTrue();
    }
}
