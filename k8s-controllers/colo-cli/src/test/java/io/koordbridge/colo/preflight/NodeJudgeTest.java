package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeJudgeTest {
    private static final String SERVER = "v1.33.0";

    private static NodeFacts node(
            String kernel,
            String kubelet,
            @Nullable String policy,
            @Nullable Long age,
            @Nullable Boolean privileged,
            AgentFacts agent) {
        return new NodeFacts("worker-1", kernel, kubelet, policy, age, privileged, agent);
    }

    private static AgentFacts agent(String mode, String version, boolean measures, @Nullable String trouble) {
        return new AgentFacts(
                null,
                mode,
                mode.equals("enforcing") ? List.of() : List.of("cpu hierarchy is read-only"),
                version,
                "systemd",
                measures,
                trouble == null ? "/run/yarn.sock" : null,
                trouble);
    }

    @Test
    void isWellWhenEachPartIs() {
        NodeFacts node = node("6.1.0-18-amd64", "v1.32.1", "none", 20L, false, agent("enforcing", "v1", true, null));

        assertThat(NodeJudge.judge(node, SERVER))
                .extracting(Finding::check)
                .containsExactly(
                        "kubelet",
                        "agent",
                        "usage",
                        "NodeMetric",
                        "cgroup",
                        "kubelet CPU policy",
                        "NodeManager",
                        "plugin's socket");
        assertThat(NodeJudge.judge(node, SERVER)).allMatch(each -> each.level() == Level.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "kubelet=v1.34.0, kubelet, FAIL",
        "kubelet=v1.29.0, kubelet, FAIL",
        "mode=observe-only, agent, FAIL",
        "measures=false, usage, FAIL",
        "age=900, NodeMetric, FAIL",
        "age=, NodeMetric, FAIL",
        "kernel=4.19.0, cgroup, FAIL",
        "policy=, kubelet CPU policy, WARN",
        "privileged=false, NodeManager, FAIL",
        "privileged=true, NodeManager, WARN",
        "trouble=permission denied, plugin's socket, FAIL",
    })
    void findsOneFault(String fault, String check, Level level) {
        Map<String, String> is = new HashMap<>(
                Map.of("kernel", "6.1.0", "kubelet", "v1.32.0", "policy", "none", "age", "20", "privileged", ""));
        is.putAll(Map.of("mode", "enforcing", "measures", "true", "trouble", ""));
        String[] parts = fault.split("=", -1);
        is.put(parts[0], parts[1]);
        NodeFacts node = node(
                is.get("kernel"),
                is.get("kubelet"),
                is.get("policy").isEmpty() ? null : is.get("policy"),
                is.get("age").isEmpty() ? null : Long.valueOf(is.get("age")),
                is.get("privileged").isEmpty() ? null : Boolean.valueOf(is.get("privileged")),
                agent(
                        is.get("mode"),
                        "v2",
                        Boolean.parseBoolean(is.get("measures")),
                        is.get("trouble").isEmpty() ? null : is.get("trouble")));

        List<Finding> found = NodeJudge.judge(node, SERVER);

        assertThat(found)
                .filteredOn(each -> each.level() != Level.OK)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.check()).isEqualTo(check);
                    assertThat(each.level()).isEqualTo(level);
                    assertThat(each.remedy()).isNotEmpty();
                    assertThat(each.part()).isEqualTo("node worker-1");
                });
    }

    @Test
    void oldKernelsWillDoOnVersionOne() {
        NodeFacts node = node("3.10.0", "v1.32.0", "none", 20L, null, agent("enforcing", "v1", true, null));

        assertThat(NodeJudge.judge(node, SERVER)).allMatch(each -> each.level() == Level.OK);
    }

    @Test
    void missesAPluginOnlyBesideANodeManager() {
        AgentFacts alone = new AgentFacts(null, "enforcing", List.of(), "v1", "cgroupfs", true, null, null);

        assertThat(NodeJudge.judge(node("6.1.0", "v1.32.0", "none", 20L, false, alone), SERVER))
                .last()
                .extracting(Finding::level)
                .isEqualTo(Level.WARN);
        assertThat(NodeJudge.judge(node("6.1.0", "v1.32.0", "none", 20L, null, alone), SERVER))
                .allMatch(each -> each.level() == Level.OK);
    }

    @Test
    void saysNoMoreOfANodeWithoutAnAgent() {
        AgentFacts none = AgentFacts.silent("no koordlet pod on this node");

        assertThat(NodeJudge.judge(node("6.1.0", "v1.32.0", null, null, null, none), SERVER))
                .extracting(Finding::level)
                .containsExactly(Level.OK, Level.FAIL);
    }
}
