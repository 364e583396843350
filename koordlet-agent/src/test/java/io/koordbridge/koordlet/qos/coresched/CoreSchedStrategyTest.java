package io.koordbridge.koordlet.qos.coresched;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.testkit.conformance.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CoreSchedStrategyTest {

    private static final String ASKS = """
        {"resourceQOSStrategy": {"policies": {"cpuPolicy": "coreSched"},
          "beClass": {"cpuQOS": {"enable": true, "schedIdle": 1}}}}
        """;

    private static NodeSnapshot snapshot(String spec) throws JsonProcessingException {
        NodeSlo slo = NodeSlo.of(Json.MAPPER.readValue(spec, NodeSloSpec.class), null, problem -> {});
        return new KernelCase(Json.MAPPER.createObjectNode()).snapshot(Optional.of(slo), Optional.empty());
    }

    @Test
    void refusesWithAReasonAndWritesNothing() throws JsonProcessingException {
        CoreSchedStrategy strategy = new CoreSchedStrategy(Optional.of(SchedCore.words(22)));
        NodeSnapshot asked = snapshot(ASKS);
        Step<Boolean> step = strategy.step(asked, strategy.initial());

        assertThat(step.levels()).isEmpty();
        assertThat(step.reason()).isEqualTo("refused");
        assertThat(step.problems())
                .containsExactly("gate CoreSched and NodeSLO: resourceQOSStrategy.policies.cpuPolicy = 'coreSched':"
                        + " not supported here: prctl(PR_SCHED_CORE) answers EINVAL: the kernel is built without"
                        + " CONFIG_SCHED_CORE; pods share cores as before");
        assertThat(strategy.state(asked, step.memory()).toString()).contains("asked=true", "best_effort=1");
        assertThat(strategy.step(snapshot("{}"), false).problems())
                .singleElement()
                .asString()
                .startsWith("gate CoreSched: not supported here: ");
        assertThat(strategy.knobs()).isEmpty();
        assertThat(strategy.release(asked, true).levels()).isEmpty();
    }

    @Test
    void aKernelThatHasItIsRefusedAsWell() throws JsonProcessingException {
        CoreSchedStrategy strategy = new CoreSchedStrategy(Optional.empty());

        assertThat(strategy.step(snapshot(ASKS), false).problems())
                .singleElement()
                .asString()
                .contains("this version manages no cookies of processes");
        assertThat(strategy.state(snapshot("{}"), false))
                .containsKey("coreSched")
                .isNotEqualTo(Map.of());
    }

    @Test
    void preflightSaysWhatTheKernelAnswers() {
        CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, new FakeCgroupTree());
        Ground ground = new Ground(tree, 4, Path.of("/sys"));

        assertThat(new CoreSchedStrategy(SchedCore.missing()).preflight(ground))
                .singleElement()
                .asString()
                .startsWith("core scheduling  not supported here: ");
        assertThat(SchedCore.words(19)).contains("ENODEV");
        assertThat(SchedCore.words(1)).endsWith("error 1");
    }
}
