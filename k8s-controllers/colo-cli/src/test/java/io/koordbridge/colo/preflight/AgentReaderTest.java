package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgentReaderTest {

    @Test
    void readsTheStateOfAnAgent() throws Exception {
        AgentFacts facts = AgentReader.facts("""
                {"nodeName": "worker-1", "mode": "observe-only", "reasons": ["observeOnly is set"], "rssBytes": 1,
                 "cgroup": {"root": "/sys/fs/cgroup", "version": "v1", "driver": "cgroupfs"},
                 "usage": {"nodeMilliCpu": 1200},
                 "yarn": {"socket": null, "saidAt": null, "trouble": "copilot.sock: Permission denied"}}
                """);

        assertThat(facts)
                .isEqualTo(new AgentFacts(
                        null,
                        "observe-only",
                        List.of("observeOnly is set"),
                        "v1",
                        "cgroupfs",
                        true,
                        null,
                        "copilot.sock: Permission denied"));
    }

    @Test
    void anAgentThatDoesNotMeasureSaysNull() throws Exception {
        assertThat(AgentReader.facts("{\"usage\": {\"nodeMilliCpu\": null}}").measures())
                .isFalse();
    }
}
