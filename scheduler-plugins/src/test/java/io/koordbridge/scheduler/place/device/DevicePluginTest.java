package io.koordbridge.scheduler.place.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.device.DeviceTopology;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaPlugin;
import io.koordbridge.scheduler.place.numa.NumaSearch;
import io.koordbridge.scheduler.place.numa.ResourceHints;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevicePluginTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final List<String> problems = new ArrayList<>();
    private final DeviceFeed feed = new DeviceFeed(
            ledger,
            (device, problem) -> {
                if (!problem.isEmpty()) {
                    problems.add(problem);
                }
            },
            name -> {});
    private final DevicePlugin plugin = new DevicePlugin(DeviceArgs.DEFAULT, new NumaPlugin(NumaArgs.DEFAULT));

    @BeforeEach
    void oneNode() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
    }

    private static DeviceInfo gpu(int minor, int numaNode, String core) {
        return new DeviceInfo(
                "gpu",
                null,
                "GPU-" + minor,
                minor,
                null,
                true,
                Map.of(
                        DeviceNames.GPU_CORE,
                        new Quantity(core),
                        DeviceNames.GPU_MEMORY_RATIO,
                        new Quantity("100"),
                        DeviceNames.GPU_MEMORY,
                        new Quantity("80Gi")),
                new DeviceTopology(0, numaNode, "p" + minor, ""),
                null,
                null);
    }

    private void seen(DeviceInfo... cards) {
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName("n1").build());
        device.setSpec(new DeviceSpec(List.of(cards)));
        feed.devicesSeen(device);
    }

    private NodeView node() {
        return ledger.view().node("n1").orElseThrow();
    }

    private static PodFacts pod(String gpus) {
        return PodFactsReader.read(Samples.pod("p", Map.of(DeviceNames.WHOLE_OR_SHARED_GPU, gpus)));
    }

    private String given(String gpus) {
        return plugin.reserve(pod(gpus), node())
                .missingAnnotations()
                .getOrDefault(Annotations.POD_DEVICE_ALLOCATED, "");
    }

    /** As the reference's node agent reads it. */
    @Test
    void writesTheAnnotationOfTheReference() {
        seen(gpu(0, 0, "100"));

        assertThat(given("50"))
                .isEqualTo(
                        "{\"gpu\":[{\"minor\":0,\"id\":\"GPU-0\",\"resources\":{\"koordinator.sh/gpu-core\":\"50\","
                                + "\"koordinator.sh/gpu-memory\":\"42949672960\",\"koordinator.sh/gpu-memory-ratio\":\"50\"}}]}");
    }

    @Test
    void aPodUnderWayHoldsItsDevices() {
        seen(gpu(0, 0, "100"), gpu(1, 1, "100"));
        ledger.assume(
                pod("100"), "n1", java.time.Instant.MAX, view -> Samples.placed(plugin.reserve(pod("100"), view)));

        assertThat(given("100")).contains("GPU-1");
        assertThat(plugin.report(node()).toString()).contains("gpu/0", "used", "gpu/1", "free");
        assertThat(plugin.details(pod("200").shape(), node())).hasSize(2);
    }

    @Test
    void theExplanationSaysWhyANodeHasNoDevices() {
        assertThat(plugin.details(pod("100").shape(), node()))
                .containsExactly("no Device object n1: no program reports the devices of this node to the scheduler");

        seen();

        assertThat(plugin.details(pod("100").shape(), node())).containsExactly("the Device object n1 lists no gpu");
    }

    @Test
    void whatAPodClaimsBeforeItIsBoundDoesNotCount() {
        seen(gpu(0, 0, "100"));
        Pod liar = Samples.pod("liar", Map.of());
        liar.getMetadata()
                .setAnnotations(Map.of(
                        Annotations.POD_DEVICE_ALLOCATED,
                        "{\"gpu\":[{\"minor\":0,\"resources\":{\"koordinator.sh/gpu-core\":\"100\"}}]}"));
        ledger.podSeen(PodFactsReader.read(liar));
        assertThat(given("100")).contains("GPU-0");

        ledger.podSeen(PodFactsReader.read(Samples.bound(liar, "n1")));
        assertThat(given("100")).contains("GPU-0");
    }

    private void holder(Map<String, String> requests, String grants) {
        Pod pod = Samples.bound(Samples.pod("holder", requests), "n1");
        pod.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_ALLOCATED, grants.replace('\'', '"')));
        ledger.podSeen(PodFactsReader.read(pod));
    }

    /** A share of 1 with bytes of a whole card would take the card. */
    @Test
    void whatFollowsFromTheShareIsNotTakenFromTheAnnotation() {
        seen(gpu(0, 0, "100"));

        holder(
                Map.of("koordinator.sh/gpu", "10"),
                "{'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-core':'10','koordinator.sh/gpu-memory-ratio':'10',"
                        + "'koordinator.sh/gpu-memory':'80Gi'}}]}");

        assertThat(given("90")).contains("GPU-0");
        assertThat(given("91")).isEmpty();
    }

    @Test
    void aHoldingBelowNothingGivesNothingAway() {
        seen(gpu(0, 0, "100"));

        holder(
                Map.of("koordinator.sh/gpu", "10"),
                "{'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-core':'-500'}}]}");

        assertThat(DeviceUsage.of(node()).isNothing()).isTrue();
    }

    /** Before gpu.shared was read, a pod of two halves got one whole card. */
    @Test
    void oneCardOfAPodOfTwoHalvesStillCounts() {
        seen(gpu(0, 0, "100"));

        holder(
                Map.of("koordinator.sh/gpu.shared", "2", "koordinator.sh/gpu-core", "100"),
                "{'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-core':'100'}}]}");

        assertThat(given("1")).isEmpty();
    }

    private String given(Map<String, String> requests) {
        return plugin.reserve(PodFactsReader.read(Samples.pod("p", requests)), node())
                .missingAnnotations()
                .getOrDefault(Annotations.POD_DEVICE_ALLOCATED, "");
    }

    @Test
    void spreadsASharedRequestEvenlyOverItsCards() {
        seen(IntStream.range(0, 8).mapToObj(minor -> gpu(minor, 0, "100")).toArray(DeviceInfo[]::new));

        String four = given(Map.of("koordinator.sh/gpu.shared", "4", "koordinator.sh/gpu-memory", "160Gi"));
        String two = given(Map.of(
                "koordinator.sh/gpu.shared", "2",
                "koordinator.sh/gpu-core", "100",
                "koordinator.sh/gpu-memory-ratio", "100"));

        assertThat(four).contains("GPU-0", "GPU-3").doesNotContain("GPU-4");
        assertThat(GrantCodec.read(four).get("gpu"))
                .hasSize(4)
                .allSatisfy(grant -> assertThat(grant.amounts().amounts())
                        .containsEntry(DeviceNames.GPU_MEMORY, 40L << 30)
                        .containsEntry(DeviceNames.GPU_MEMORY_RATIO, 50L));
        assertThat(GrantCodec.read(two).get("gpu"))
                .hasSize(2)
                .allSatisfy(grant -> assertThat(grant.amounts().amounts())
                        .containsEntry(DeviceNames.GPU_CORE, 50L)
                        .containsEntry(DeviceNames.GPU_MEMORY_RATIO, 50L)
                        .containsEntry(DeviceNames.GPU_MEMORY, 40L << 30));
    }

    /** What the webhook makes of the documented forms. */
    @ParameterizedTest
    @CsvSource({"50, 1", "100, 1", "200, 2", "800, 8"})
    void aRequestThatTheWebhookCompletedMeansTheSame(String percent, String cards) {
        seen(IntStream.range(0, 8).mapToObj(minor -> gpu(minor, 0, "100")).toArray(DeviceInfo[]::new));

        String completed = given(Map.of(
                "koordinator.sh/gpu-core", percent,
                "koordinator.sh/gpu-memory-ratio", percent,
                "koordinator.sh/gpu.shared", cards));

        assertThat(completed).isNotEmpty().isEqualTo(given(percent));
    }

    @ParameterizedTest
    @CsvSource({
        "koordinator.sh/gpu.shared, 2, koordinator.sh/gpu-core, 75",
        "koordinator.sh/gpu.shared, 2, koordinator.sh/gpu-core, 300",
        "koordinator.sh/gpu.shared, 4, koordinator.sh/gpu-memory, 3",
        "koordinator.sh/gpu.shared, 4, koordinator.sh/rdma, 100",
    })
    void aSharedRequestThatNoCardsCanGiveEvenlyIsRefused(String one, String amount, String other, String more) {
        seen(gpu(0, 0, "100"), gpu(1, 0, "100"), gpu(2, 0, "100"), gpu(3, 0, "100"));

        assertThat(plugin.answer(
                                PodFactsReader.read(Samples.pod("p", Map.of(one, amount, other, more)))
                                        .shape(),
                                node())
                        .fit()
                        .message())
                .startsWith("invalid device request");
    }

    @ParameterizedTest
    @CsvSource({"-1, allowed are 0", "1e18, allowed are 0"})
    void aCardWithAnAmountThatIsNotAllowedIsLeftOut(String core, String problem) {
        seen(gpu(0, 0, core), gpu(1, 0, "100"));

        assertThat(problems).singleElement().asString().contains("gpu 0 is left out", problem);
        assertThat(given("100")).contains("GPU-1");
    }

    @Test
    void ofTwoEqualMinorsTheFirstCounts() {
        seen(gpu(0, 0, "100"), gpu(0, 1, "100"));

        assertThat(problems).singleElement().asString().contains("gpu 0 is there twice");
        assertThat(plugin.answer(pod("200").shape(), node()).fit().fits()).isFalse();
    }

    @Test
    void anUnreadableWishRefusesThePodAndAnUnreadableHoldingHoldsNothing() {
        seen(gpu(0, 0, "100"));
        Pod asking = Samples.pod("p", Map.of(DeviceNames.WHOLE_OR_SHARED_GPU, "100"));
        asking.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_HINT, "{"));
        Pod holding = Samples.bound(Samples.pod("h", Map.of()), "n1");
        holding.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_ALLOCATED, "[7]"));
        ledger.podSeen(PodFactsReader.read(holding));

        assertThat(plugin.answer(PodFactsReader.read(asking).shape(), node())
                        .fit()
                        .message())
                .contains("invalid device request", "device-allocate-hint");
        assertThat(given("100")).contains("GPU-0");
    }

    private static NumaSearch ofTwo() {
        return NumaSearch.of(NumaSet.of(List.of(0, 1)), NumaPolicy.RESTRICTED);
    }

    @Test
    void hintsPreferTheFewestNumaNodesAndTheSameGpus() {
        seen(gpu(0, 0, "100"), gpu(1, 1, "100"), gpu(2, 1, "100"));
        DeviceHints hints = new DeviceHints(DeviceArgs.DEFAULT);

        List<ResourceHints> one = hints.hints(pod("100").shape(), node(), ofTwo());
        List<ResourceHints> two = hints.hints(pod("200").shape(), node(), ofTwo());

        assertThat(one)
                .singleElement()
                .satisfies(list -> assertThat(list.hints())
                        .extracting(hint -> hint.nodes().ids() + " " + hint.preferred() + " " + hint.score())
                        .containsExactly("[0] true 500", "[1] true 0", "[0, 1] false 500"));
        assertThat(two)
                .singleElement()
                .satisfies(list -> assertThat(list.hints())
                        .extracting(hint -> hint.nodes().ids() + " " + hint.preferred() + " " + hint.score())
                        .containsExactly("[1] true 0", "[0, 1] false 500"));
        assertThat(new DeviceHints(new DeviceArgs(true, DeviceArgs.DEFAULT.scoringStrategy(), true))
                        .hints(pod("100").shape(), node(), ofTwo()))
                .isEmpty();
    }
}
