package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.RiskChoiceDocument.Texts;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.onlineuse.HeldBelow;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.onlineuse.OnlineEstimator;
import io.koordbridge.capacity.onlineuse.ShownChoices;
import io.koordbridge.replay.ReplayedAgent.Reported;
import io.koordbridge.replay.trace.TraceReader;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How often a day of recorded machines changes the choice that a Node shows. */
class ChoiceWritesTest {

    /** More careful choices are held for ten minutes only, so the hold alone would allow 144. */
    private static final int MOST_A_DAY = 24;

    private static final int MOST_ON_AVERAGE = 12;

    private static final int EACH = 10;

    private static final EstimateStrategy RISK =
            new EstimateStrategy(new ByRisk(1), EstimateStrategy.DEFAULT.memory(), false);
    private static final ReplaySettings SETTINGS = ReplaySettings.SHIPPED.withEstimate(RISK);

    @Test
    void aDayOfARecordedNodeChangesTheChoiceAFewTimes() throws IOException {
        try (InputStream file = ChoiceWritesTest.class.getResourceAsStream("/traces/planetlab-2011-nodes.csv.gz")) {
            List<NodeTrace> nodes = TraceReader.read(file, node -> NodeSize.DEFAULT, node -> "planetlab");

            List<Integer> writes = IntStream.iterate(0, index -> index < nodes.size(), index -> index + EACH)
                    .mapToObj(index -> writes(nodes.get(index)))
                    .toList();

            assertThat(writes)
                    .hasSizeGreaterThan(30)
                    .allSatisfy(count -> assertThat(count).isBetween(1, MOST_A_DAY));
            assertThat(writes.stream().mapToInt(Integer::intValue).sum())
                    .isLessThanOrEqualTo(writes.size() * MOST_ON_AVERAGE);
        }
    }

    private static int writes(NodeTrace trace) {
        OnlineEstimator.Rules rules =
                new OnlineEstimator.Rules(RISK, SETTINGS.strategy(), HeldBelow.DEFAULT, ShownChoices.NONE);
        ReplayedAgent agent = new ReplayedAgent(trace.size(), SETTINGS);
        OnlineEstimate.Memory memory = OnlineEstimate.Memory.NONE;
        int writes = 0;
        for (int sample = 0; sample < trace.samples(); sample++) {
            Optional<Reported> report = agent.see(new TraceSamples(trace, sample));
            if (report.isPresent()) {
                Texts before = memory.texts();
                memory = OnlineEstimator.of(
                                rules,
                                snapshot(trace, report.get()),
                                report.get().levels(),
                                memory,
                                report.get().at())
                        .after();
                writes += memory.texts().equals(before) ? 0 : 1;
            }
        }
        return writes;
    }

    private static NodeSnapshot snapshot(NodeTrace trace, Reported report) {
        CpuMemory size =
                CpuMemory.ofMilliAndBytes(trace.size().milliCpu(), trace.size().bytes());
        CpuMemory used = CpuMemory.ofMilliAndBytes(Math.round(report.milliCpu()), Math.round(report.bytes()));
        NodeUsage usage =
                new NodeUsage(report.at(), true, used, List.of(), CpuMemory.ZERO, CpuMemory.ZERO, used, CpuMemory.ZERO);
        return new NodeSnapshot("n", size, size, true, CpuMemory.ZERO, List.of(), usage);
    }
}
