package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressDecision;
import io.koordbridge.koordlet.qos.suppress.SuppressPolicy;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.topology.Processors;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuppressInputsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path sys;

    private final List<String> problems = new ArrayList<>();
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private boolean listed = true;

    private SuppressInputs inputs() {
        return inputs(SuppressConfig.DEFAULT);
    }

    private SuppressInputs inputs(SuppressConfig config) {
        return new SuppressInputs(
                store,
                new Processors(new HostFiles(), sys),
                config,
                Duration.ofSeconds(1),
                () -> listed,
                problems::add);
    }

    private static NodeView view(long capacityMilliCpu, Optional<String> policy) {
        Optional<NodeSlo> slo = policy.map(
                name -> NodeSlo.of(new NodeSloSpec(strategy(name), null, null, null, null, null), null, problem -> {}));
        NodeFacts node = new NodeFacts("node-a", null, capacityMilliCpu, 1 << 30, 0, null, null);
        PodInfo pod = PodInfos.of(
                new PodBuilder().withNewMetadata().withName("p").endMetadata().build(), problem -> {});
        return new NodeView(Optional.of(node), slo, Optional.empty(), Optional.empty(), List.of(pod));
    }

    private static ResourceThresholdStrategy strategy(String policy) {
        return new ResourceThresholdStrategy(
                true, 65L, null, policy, null, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null);
    }

    private static SuppressDecision decide(SuppressInputs inputs, NodeView view, Instant at) {
        return SuppressPolicy.decide(inputs.round(view, List.of(), at).policy());
    }

    @Test
    void givesEverythingBackWhenTheNodeSloStaysAwayForFiveMinutes() {
        SuppressInputs inputs = inputs();
        NodeView without = view(8_000, Optional.empty());
        SuppressDecision before = decide(inputs, without, NOW);

        assertThat(before.reason()).isEqualTo("no-node-slo");
        assertThat(decide(inputs, without, NOW.plusSeconds(299)).action()).isEqualTo(SuppressDecision.Action.NOTHING);
        assertThat(decide(inputs, without, NOW.plusSeconds(300)).action()).isEqualTo(SuppressDecision.Action.RECOVER);
    }

    @Test
    void givesBackAsForTheSchedulerThatPlacesBestEffortPodsWhenThereIsOne() {
        SuppressInputs inputs = inputs(new SuppressConfig(true, false, true, true));
        NodeView without = view(8_000, Optional.empty());
        inputs.round(without, List.of(), NOW);

        assertThat(decide(inputs, without, NOW.plusSeconds(300)).action())
                .isEqualTo(SuppressDecision.Action.RECOVER_FOR_CPU_MANAGER);
    }

    @Test
    void keepsWhatItTookWhereThatIsConfigured() {
        SuppressInputs inputs = inputs(new SuppressConfig(true, false, false, false));
        NodeView without = view(8_000, Optional.empty());
        inputs.round(without, List.of(), NOW);

        assertThat(decide(inputs, without, NOW.plusSeconds(3_000)).action()).isEqualTo(SuppressDecision.Action.NOTHING);
    }

    @Test
    void theTierHasItsQuotaAndPodsHaveNoneUntilItIsGivenBack() {
        SuppressInputs inputs = inputs();
        NodeView without = view(8_000, Optional.empty());
        inputs.round(view(8_000, Optional.of("cfsQuota")), List.of(), NOW);

        assertThat(decide(inputs, without, NOW).reason()).isEqualTo("no-node-slo");
        assertThat(inputs.settings(without)).isPresent();
        inputs.round(without, List.of(), NOW.plusSeconds(300));
        assertThat(inputs.settings(without)).isEmpty();
    }

    @Test
    void keepsWhatItTookWhileNobodySaysWhetherThereIsANodeSlo() {
        SuppressInputs inputs = inputs();
        listed = false;
        NodeView without = view(8_000, Optional.empty());
        inputs.round(without, List.of(), NOW);

        assertThat(decide(inputs, without, NOW.plusSeconds(3_000)).action()).isEqualTo(SuppressDecision.Action.NOTHING);
    }

    @Test
    void aNodeWithoutASizeIsNotSuppressedToNothing() {
        store.append(Metric.NODE_CPU, SampleStore.NODE, NOW, 1);
        SuppressInputs inputs = inputs();

        assertThat(inputs.load(view(0, Optional.of("cfsQuota")), List.of(), NOW))
                .isEmpty();
        assertThat(inputs.load(view(8_000, Optional.of("cfsQuota")), List.of(), NOW))
                .isPresent();
    }

    @Test
    void tellsThatNoProcessorCanBeRead() {
        inputs().round(view(8_000, Optional.empty()), List.of(), NOW);

        assertThat(problems)
                .containsExactly(
                        "no processor can be read in " + sys.resolve("devices/system/cpu") + ": nothing is suppressed");
    }

    @Test
    void settingsAreThoseOfWhatIsKnownNow() {
        assertThat(inputs().settings(view(8_000, Optional.of("cfsQuota")))).isPresent();
        assertThat(inputs().settings(view(8_000, Optional.empty()))).isEmpty();
    }
}
