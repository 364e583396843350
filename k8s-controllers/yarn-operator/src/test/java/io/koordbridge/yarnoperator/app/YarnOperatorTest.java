package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole process against an API server over HTTP and a ResourceManager in memory. */
class YarnOperatorTest {

    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final YarnAmount HALF = new YarnAmount(10, 20_480);
    private static final BatchAmount ORIGIN = new BatchAmount(20_000, 40L << 30);
    private static final Duration SOON = PatientAwaits.PATIENCE;

    private final SmallCluster cluster = new SmallCluster();
    private final List<BatchAmount> reservedAtUpdates = new CopyOnWriteArrayList<>();
    private final FakeResourceManager yarn =
            new FakeResourceManager(() -> cluster.reserved().ifPresent(reservedAtUpdates::add));
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        yarn.put("nm-0", FLOOR, YarnAmount.ZERO);
        cluster.addNode(ORIGIN);
        cluster.addNodeManagerPod("nm-0:8041");
        process = OperatorUnderTest.quick(
                cluster,
                yarn,
                "lease.times.growInterval=10m",
                "lease.times.settle=500ms",
                "lease.times.reportStale=2s");
        process.before();
    }

    @AfterEach
    void stop() {
        process.after();
        cluster.close();
    }

    private void awaitCapability(YarnAmount amount) {
        Awaitility.await().atMost(SOON).until(() -> yarn.capability("nm-0").equals(amount));
    }

    private void awaitReserved(YarnAmount amount) {
        BatchAmount batch = YarnConversion.DEFAULT.toBatch(amount);
        Awaitility.await().atMost(SOON).until(() -> cluster.reserved().equals(java.util.Optional.of(batch)));
    }

    private void awaitState(String state) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> AnnotationCodec.read(cluster.node(), Annotations.NODE_YARN_LEASE, YarnLease.class)
                        .map(YarnLease::state)
                        .equals(java.util.Optional.of(state)));
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + process.getLocalPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = ask(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    private long ledgerChecks() throws IOException, InterruptedException {
        return get("/api/v1/ledger").path("checks").asLong();
    }

    @Test
    void growsAfterTheReservationAndAlwaysWithATimeout() throws Exception {
        awaitCapability(HALF);

        assertThat(cluster.reserved()).contains(YarnConversion.DEFAULT.toBatch(HALF));
        assertThat(yarn.updates()).hasSize(1);
        assertThat(yarn.updates().get(0).overcommitTimeout()).isEqualTo(Duration.ofSeconds(2_000_000));
        awaitState("STEADY");
        assertThat(get("/api/v1/ledger").path("verdict").asText()).isEqualTo("OK");
    }

    @Test
    void tellsTheResourceManagerWithADeadlineWhenTheOriginFalls() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        yarn.put("nm-0", HALF, new YarnAmount(8, 8_192));
        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/nodes").at("/nodes/0/usedVcores").asInt() == 8);
        int before = yarn.updates().size();

        cluster.origin(new BatchAmount(6_000, 16L << 30));
        awaitCapability(new YarnAmount(6, 12_288));

        JsonNode shrink = get("/api/v1/nodes").at("/nodes/0/shrink");
        assertThat(shrink.path("secondsLeft").asLong(-1)).isBetween(0L, 600L);
        assertThat(Instant.parse(shrink.path("deadline").asText()))
                .isAfter(Instant.now().minusSeconds(60));
        assertThat(get("/api/v1/nodes/node-1/explain")
                        .path("shrink")
                        .path("goalCpuMilli")
                        .asLong())
                .isEqualTo(6_000);
        FakeResourceManager.Update memory = yarn.updates().get(before);
        assertThat(memory.capability()).isEqualTo(new YarnAmount(10, 12_288));
        // What is left of 15 seconds and of ten minutes when the call is made.
        assertThat(memory.overcommitTimeout()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(15));
        assertThat(reservedAtUpdates.get(before)).isEqualTo(YarnConversion.DEFAULT.toBatch(HALF));
        FakeResourceManager.Update cpu = yarn.updates().get(yarn.updates().size() - 1);
        assertThat(cpu.overcommitTimeout()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
        yarn.put("nm-0", new YarnAmount(6, 12_288), new YarnAmount(6, 8_192));
        awaitReserved(new YarnAmount(6, 12_288));
    }

    @Test
    void keepsForeignEntriesAndWritesNothingInBalance() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        cluster.annotate(
                Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
                "{\"allocations\":[{\"name\":\"other\",\"priority\":\"koord-batch\",\"resources\":"
                        + "{\"kubernetes.io/batch-cpu\":\"1k\"}}]}");

        Awaitility.await().atMost(SOON).until(() -> cluster.reserved().isPresent());
        assertThat(cluster.entries().shown().entries()).extracting("name").containsExactly("other", "hadoop-yarn");
        Awaitility.await().until(this::isLeftAloneForTwoChecks);
        assertThat(cluster.entries().shown().entries()).extracting("name").containsExactly("other", "hadoop-yarn");
        awaitState("STEADY");
    }

    @Test
    void aTypoTakesNoForeignEntryAway() throws Exception {
        awaitCapability(HALF);
        String good = "{\"allocations\":[{\"name\":\"other\",\"priority\":\"koord-batch\",\"resources\":"
                + "{\"kubernetes.io/batch-cpu\":\"1k\"}}]}";
        cluster.annotate(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, good);
        Awaitility.await().atMost(SOON).until(() -> cluster.reserved().isPresent());

        cluster.annotate(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, good.replace("1k", "1kB"));

        Awaitility.await().atMost(SOON).until(() -> cluster.reserved().isPresent());
        assertThat(cluster.entries().shown().entries()).extracting("name").containsExactly("other", "hadoop-yarn");
        assertThat(cluster.entries().others()).isEqualTo(new BatchAmount(1_000, 0));
    }

    /** False as long as the entry's return and the pods' share that follows from it are still being written. */
    private boolean isLeftAloneForTwoChecks() throws Exception {
        String version = cluster.node().getMetadata().getResourceVersion();
        long checks = ledgerChecks();
        Awaitility.await().until(() -> ledgerChecks() > checks + 1);
        return cluster.node().getMetadata().getResourceVersion().equals(version);
    }

    @Test
    void releasesNothingWhileTheResourceManagerIsAwayAndResumes() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        yarn.away(true);
        awaitState("STALE");
        cluster.origin(new BatchAmount(6_000, 12L << 30));

        assertThat(cluster.reserved()).contains(YarnConversion.DEFAULT.toBatch(HALF));
        assertThat(get("/api/v1/status").at("/clusters/0/state").asText()).isEqualTo("DOWN");
        yarn.away(false);

        awaitCapability(new YarnAmount(3, 6_144));
    }

    @Test
    void leavesANodeManagerToTheNodeItRunsOnWhateverAPodElsewhereSays() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        cluster.addNode("node-2", new BatchAmount(4_000, 8L << 30));
        cluster.addNodeManagerPod("node-2", "nm-2", "nm-0:8041");

        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/nodes").at("/nodes/1/reason").asText().contains("pods on node-1, node-2"));
        long checks = ledgerChecks();
        Awaitility.await().atMost(SOON).until(() -> ledgerChecks() > checks + 1);
        assertThat(yarn.updates()).hasSize(1);
    }

    @Test
    void servesThePageWithoutOutsideAssets() throws Exception {
        HttpResponse<String> page = ask("/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Shared batch capacity").doesNotContainPattern("(src|href)=.https?:");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
    }

    @Test
    void saysThatItsAnnotationsAreRefusedAndGoesOnWhenTheyAreNot() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        cluster.refusePatches(true);
        cluster.addBatchPod("batch-1", new BatchAmount(6_000, 4L << 30));

        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/nodes")
                        .at("/nodes/0/reason")
                        .asText()
                        .startsWith("Node/node-1: annotations cannot be written, the lease stays: "));
        cluster.refusePatches(false);

        Awaitility.await()
                .atMost(SOON)
                .until(
                        () -> get("/api/v1/status").at("/problems").toString(),
                        problems -> !problems.contains("annotations"));
    }

    @Test
    void saysWhatIsWrongWithAQuestion() throws Exception {
        awaitCapability(HALF);
        HttpResponse<String> time = ask("/api/v1/timeline?since=noon");
        HttpResponse<String> node = ask("/api/v1/nodes/nobody/explain");
        HttpResponse<String> apps = ask("/api/v1/apps?limit=0");

        assertThat(time.statusCode()).isEqualTo(400);
        assertThat(time.body()).contains("since = 'noon': want a time in milliseconds since 1970");
        assertThat(node.statusCode()).isEqualTo(404);
        assertThat(node.body()).contains("node nobody has no NodeManager and no lease");
        assertThat(apps.statusCode()).isEqualTo(400);
        assertThat(apps.body()).contains("limit = '0': want 1 to 1000");
        assertThat(get("/api/v1/apps").at("/clusters/0/id").asText()).isEqualTo("default");
    }

    @Test
    void givesItsNodesToSpreadsheets() throws Exception {
        awaitCapability(HALF);
        HttpResponse<String> all = ask("/api/v1/nodes.csv?limit=1");
        HttpResponse<String> none = ask("/api/v1/nodes.csv?find=other");

        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.headers().firstValue("Content-Type")).hasValue("text/csv;charset=utf-8");
        assertThat(all.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"nodes.csv\"");
        assertThat(all.body().lines())
                .hasSize(2)
                .first()
                .isEqualTo(
                        "name,cluster,nodeId,state,reason,verdict,originCpuMilli,originMemoryBytes,podsCpuMilli,"
                                + "podsMemoryBytes,leaseVcores,leaseMemoryMb,leaseCpuMilli,leaseMemoryBytes,rmVcores,rmMemoryMb,"
                                + "rmCpuMilli,usedVcores,usedMemoryMb,usedCpuMilli,usedMemoryBytes,freeCpuMilli,freeMemoryBytes,prodCpuMilli,"
                                + "prodMemoryBytes,yarnUsageCpuMilli,yarnUsageMemoryBytes,metricAgeSeconds,otherResources,shrink,orders");
        assertThat(all.body().lines()).last().asString().startsWith("node-1,default,nm-0:8041,");
        assertThat(none.body().lines()).hasSize(1);
        assertThat(ask("/api/v1/nodes.csv?state=ODD").statusCode()).isEqualTo(400);
    }

    @Test
    void explainsEachTerm() throws Exception {
        cluster.addBatchPod("batch-1", new BatchAmount(2_000, 4L << 30));
        awaitCapability(new YarnAmount(9, 18_432));

        JsonNode explain = get("/api/v1/nodes/node-1/explain");
        assertThat(explain.path("terms").findValuesAsText("name"))
                .contains(
                        "origin cpu",
                        "pods cpu",
                        "used cpu",
                        "capacity memory",
                        "limit cpu",
                        "wanted cpu",
                        "lease memory");
        assertThat(explain.path("terms")).allSatisfy(term -> {
            assertThat(term.path("value").isNumber()).as(term.toString()).isTrue();
            assertThat(term.path("unit").asText()).isNotEmpty();
            assertThat(term.path("source").asText()).isNotEmpty();
        });
        assertThat(explain.path("terms"))
                .filteredOn(term -> term.path("name").asText().equals("lease cpu"))
                .singleElement()
                .satisfies(term -> assertThat(term.path("cpuMilli").asLong()).isEqualTo(9_000));
        JsonNode nodes = get("/api/v1/nodes");
        assertThat(nodes.at("/nodes/0/podsCpuMilli").asLong()).isEqualTo(2_000);
        assertThat(nodes.at("/nodes/0/nodeId").asText()).isEqualTo("nm-0:8041");
        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/timeline").path("points").size() > 1);
        JsonNode latest = get("/api/v1/timeline").path("points").path(1);
        assertThat(latest.path("podsCpuMilli").asLong()).isEqualTo(2_000);
        assertThat(latest.path("originMemoryBytes").asLong()).isPositive();
        assertThat(latest.has("cpu")).isFalse();
    }

    @Test
    void keepsTheLastGoodOriginAndSaysWhatCannotBeRead() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        cluster.stopPublishing();
        cluster.annotate(Annotations.NODE_ORIGIN_ALLOCATABLE, "{bad");

        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/nodes").at("/nodes/0/reason").asText().contains("{bad"));
        assertThat(get("/api/v1/nodes").at("/nodes/0/originCpuMilli").asLong()).isEqualTo(20_000);
        assertThat(yarn.capability("nm-0")).isEqualTo(HALF);
        awaitEvents("YarnLeaseBadInput", 1);
        cluster.annotate(Annotations.NODE_ORIGIN_ALLOCATABLE, "{worse");
        awaitEvents("YarnLeaseBadInput", 2);

        cluster.origin(ORIGIN);

        awaitEvents("YarnLeaseInputValid", 1);
        awaitEvents("YarnLeaseBadInput", 2);
    }

    @Test
    void whatANodeNoLongerOffersDoesNotComeBack() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");
        cluster.stopPublishing();
        cluster.client().nodes().withName(SmallCluster.NODE).editStatus(node -> {
            node.getStatus().getAllocatable().remove(ResourceNames.BATCH_CPU);
            node.getStatus().getAllocatable().remove(ResourceNames.BATCH_MEMORY);
            return node;
        });
        cluster.origin(BatchAmount.ZERO);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/nodes").at("/nodes/0/originCpuMilli").asLong() == 0);

        cluster.annotate(Annotations.NODE_ORIGIN_ALLOCATABLE, "{bad");

        Awaitility.await()
                .atMost(SOON)
                .until(() -> get("/api/v1/nodes").at("/nodes/0/reason").asText().contains("{bad"));
        assertThat(get("/api/v1/nodes").at("/nodes/0/originCpuMilli").asLong()).isZero();
    }

    @Test
    void saysThatSomebodyElseSetsTheCapabilityAgainAndAgain() throws Exception {
        awaitCapability(HALF);
        awaitState("STEADY");

        Awaitility.await().atMost(SOON).until(() -> {
            yarn.put("nm-0", new YarnAmount(19, 30_000), YarnAmount.ZERO);
            awaitCapability(HALF);
            awaitState("STEADY");
            return get("/api/v1/status").path("problems").toString().contains("another writer sets the capability");
        });
        awaitEvents("YarnLeaseBadInput", 1);
    }

    private void awaitEvents(String reason, int number) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> cluster.client().v1().events().inAnyNamespace().list().getItems().stream()
                                .filter(event -> event.getReason().equals(reason))
                                .count()
                        == number);
    }
}
