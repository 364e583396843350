package io.koordbridge.koordlet.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.report.CollectPolicy;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.Suite;
import io.koordbridge.testkit.conformance.Vectors;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceManagerTest {

    private static Stream<Suite.Case> writtenPolicies() {
        return Vectors.suite("manager/nodeslo-render").cases().stream()
                .filter(one -> one.expect().path("spec").isObject());
    }

    private static Stream<Suite.Case> writtenReportPolicies() {
        return Vectors.suite("manager/nodemetric-lifecycle").cases().stream()
                .filter(one -> one.expect().path("spec").isObject());
    }

    private static Stream<Suite.Case> writtenRatios() {
        return Vectors.suite("manager/cpu-normalization").cases().stream()
                .filter(one -> one.expect().path("ratio").isTextual());
    }

    @ParameterizedTest
    @MethodSource("writtenPolicies")
    void theWholePolicyIsReadWithoutLoss(Suite.Case written) {
        JsonNode spec = written.expect().path("spec");

        assertThat(Json.difference(spec, Json.tree(Json.as(spec, NodeSloSpec.class)), 0))
                .isEmpty();
    }

    private static long threshold(Suite.Case written) {
        return written.expect()
                .at("/spec/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                .asLong(65);
    }

    private static Stream<Suite.Case> policiesInRange() {
        return writtenPolicies().filter(one -> threshold(one) <= 100);
    }

    private static Stream<Suite.Case> policiesOutOfRange() {
        return writtenPolicies().filter(one -> threshold(one) > 100);
    }

    /** That manager does not look at ranges; the agent does, and keeps what it had. */
    @ParameterizedTest
    @MethodSource("policiesOutOfRange")
    void aThresholdOutOfRangeIsRefusedByName(Suite.Case written) {
        NodeSloSpec spec = Json.as(written.expect().path("spec"), NodeSloSpec.class);

        assertThatThrownBy(() -> SuppressSettings.of(spec))
                .hasMessage("resourceUsedThresholdWithBE.cpuSuppressThresholdPercent = " + threshold(written)
                        + ": want 0 to 100");
    }

    @ParameterizedTest
    @MethodSource("policiesInRange")
    void suppressionFollowsTheWrittenThresholdAndPolicy(Suite.Case written) {
        JsonNode spec = written.expect().path("spec");
        JsonNode threshold = spec.path("resourceUsedThresholdWithBE");

        SuppressSettings settings = NodeSlo.of(Json.as(spec, NodeSloSpec.class), null, problem -> {})
                .suppress()
                .orElseThrow();

        assertThat(settings.enabled()).isEqualTo(threshold.path("enable").asBoolean(false));
        assertThat(settings.thresholdPercent()).isEqualTo(threshold(written));
        assertThat(settings.method())
                .isEqualTo(
                        threshold.path("cpuSuppressPolicy").asText("cpuset").equals("cfsQuota")
                                ? SuppressMethod.CFS_QUOTA
                                : SuppressMethod.CPUSET);
    }

    @ParameterizedTest
    @MethodSource("writtenReportPolicies")
    void reportsAreMadeAsWritten(Suite.Case written) {
        JsonNode spec = written.expect().path("spec");
        JsonNode policy = spec.path("metricCollectPolicy");
        CollectPolicy.Bounds none =
                new CollectPolicy.Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1), Duration.ofDays(1));

        CollectPolicy read = CollectPolicy.of(Json.as(spec, NodeMetricSpec.class), none);

        assertThat(read.interval().toSeconds())
                .isEqualTo(policy.path("reportIntervalSeconds").asLong());
        assertThat(read.window().toSeconds())
                .isEqualTo(policy.path("aggregateDurationSeconds").asLong());
        assertThat(read.percentileWindows())
                .hasSize(policy.at("/nodeAggregatePolicy/durations").size());
        assertThat(read.memory() == CollectPolicy.MemoryPolicy.WITH_PAGE_CACHE)
                .isEqualTo(policy.path("nodeMemoryCollectPolicy").asText().equals("usageWithPageCache"));
        assertThat(Json.difference(spec, Json.tree(Json.as(spec, NodeMetricSpec.class)), 0))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("writtenRatios")
    void limitsOfBatchPodsFollowTheWrittenRatio(Suite.Case written) {
        String text = written.expect().path("ratio").asText();

        assertThat(NodeRatioDocument.normalization(text).value()).isEqualTo(Double.parseDouble(text));
    }
}
