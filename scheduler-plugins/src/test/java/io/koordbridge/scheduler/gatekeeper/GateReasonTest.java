package io.koordbridge.scheduler.gatekeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.quota.tree.QuotaGate;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateReasonTest extends GatekeeperScene {

    private String details(Pod pod) {
        PodPlan plan = new PodPlan() {
            @Override
            public Answer answer(PodFacts one, List<String> candidates) {
                return new Free();
            }

            @Override
            public List<String> details(PodFacts one) {
                return List.of("gang jobs/g: no room for its minimum", "minimum 2");
            }
        };
        Capabilities capabilities =
                new Capabilities(new QuotaGate(quotas, waiters, clock, metrics), Samples.plugins()).with(plan);
        return gatekeeper.details(PodFactsReader.read(pod), capabilities).orElse("");
    }

    @Test
    void saysWhatAGatedPodWaitsFor() {
        String ours = "scheduling gate " + WellKnown.SCHEDULING_GATE + ": ";
        waits("p", 0);
        Pod p = pod("p", "a", 0);
        assertThat(details(p)).startsWith(ours + "waits for quota a: Insufficient quotas");

        gang = GateState.WAITS;
        assertThat(details(p)).isEqualTo(ours + "waits for gang jobs/g: no room for its minimum");
        gang = GateState.PLACED;
        assertThat(details(p)).isEqualTo(ours + "opens within seconds");
        leads = false;
        assertThat(details(p)).isEqualTo(ours + "waits for a replica that leads");
    }

    @Test
    void namesTheGatesOfOthers() {
        waits(
                "p",
                "a",
                0,
                pod -> pod.editSpec().addNewSchedulingGate("example.com/one").endSpec());
        assertThat(details(pod("p", "a", 0)))
                .isEqualTo("scheduling gate " + WellKnown.SCHEDULING_GATE
                        + ": waits for the gates of others: example.com/one");

        Pod foreign = new PodBuilder(pod("p", "a", 0))
                .editSpec()
                .withSchedulingGates(new PodSchedulingGate("example.com/one"), new PodSchedulingGate("example.com/two"))
                .endSpec()
                .build();
        pods.podSeen(foreign);
        assertThat(details(foreign))
                .isEqualTo(
                        "scheduling gates of others: example.com/one, example.com/two, which koord-scheduler leaves alone");

        pods.podSeen(Samples.pod("p", Map.of()));
        assertThat(details(foreign)).isEmpty();
    }
}
