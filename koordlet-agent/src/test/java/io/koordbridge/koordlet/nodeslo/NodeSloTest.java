package io.koordbridge.koordlet.nodeslo;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeSloTest {

    private final List<String> problems = new ArrayList<>();

    private NodeSlo read(Map<String, Object> threshold, @Nullable NodeSlo before) {
        Map<String, Object> spec = Map.of("resourceUsedThresholdWithBE", threshold);
        return NodeSlo.of(Json.as(Json.MAPPER.valueToTree(spec), NodeSloSpec.class), before, problems::add);
    }

    @Test
    void fillsInWhatTheObjectLeavesOut() {
        SuppressSettings settings =
                read(Map.of("enable", true), null).suppress().orElseThrow();

        assertThat(settings.thresholdPercent()).isEqualTo(65);
        assertThat(settings.method()).isEqualTo(SuppressMethod.CPUSET);
        assertThat(problems).isEmpty();
    }

    @Test
    void readsTheSameSpecOnce() {
        NodeSlo first = read(Map.of("enable", true), null);

        assertThat(read(Map.of("enable", true), first)).isSameAs(first);
    }

    @Test
    void keepsTheLastGoodSectionAndReportsFieldAndRange() {
        NodeSlo good = read(Map.of("enable", true, "cpuSuppressThresholdPercent", 40), null);
        NodeSlo bad = read(Map.of("enable", true, "cpuSuppressThresholdPercent", 400), good);

        assertThat(bad.suppress()).isEqualTo(good.suppress());
        assertThat(problems)
                .containsExactly(
                        "NodeSLO: resourceUsedThresholdWithBE.cpuSuppressThresholdPercent = 400: want 0 to 100;"
                                + " the last good settings hold");
    }

    @Test
    void hasNoSettingsBeforeTheFirstGoodSection() {
        assertThat(read(Map.of("cpuSuppressMinPercent", -1), null).suppress()).isEmpty();
    }

    @Test
    void reportsAnUnknownPolicyAndTakesCpuset() {
        NodeSlo read = read(Map.of("cpuSuppressPolicy", "cfsquota"), null);

        assertThat(read.suppress().orElseThrow().method()).isEqualTo(SuppressMethod.CPUSET);
        assertThat(problems)
                .containsExactly("NodeSLO: resourceUsedThresholdWithBE.cpuSuppressPolicy = 'cfsquota': want cpuset or"
                        + " cfsQuota; it counts as cpuset");
    }
}
