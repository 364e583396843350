package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.policy.report.SurgePolicy;
import io.koordbridge.replay.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Recorded nodes of PlanetLab against the same rule written a second time. */
class PlanetLabTest {

    private static final double PERCENT = 100;

    private static List<NodeTrace> nodes() throws IOException {
        try (InputStream file = PlanetLabTest.class.getResourceAsStream("/traces/planetlab-2011-nodes.csv.gz")) {
            return TraceReader.read(file, node -> NodeSize.DEFAULT, node -> "planetlab");
        }
    }

    private static PlainReplay plain(List<NodeTrace> nodes) {
        PlainReplay plain = new PlainReplay();
        for (NodeTrace node : nodes) {
            long[] at = new long[node.samples()];
            double[] cpu = new double[node.samples()];
            for (int i = 0; i < at.length; i++) {
                at[i] = node.epochSeconds(i);
                cpu[i] = node.cpuPercent(i);
            }
            plain.node(at, cpu);
        }
        return plain;
    }

    @Test
    void theMeanRuleGivesWhatASecondProgramGives() throws IOException {
        List<NodeTrace> nodes = nodes();
        PlainReplay plain = plain(nodes);

        Totals replayed = NodeReplay.run(nodes, ReplaySettings.SHIPPED.withEarly(SurgePolicy.Settings.OFF))
                .total();

        assertThat(replayed.nodes()).isEqualTo(nodes.size()).isGreaterThan(300);
        assertThat(replayed.nodeDays() * 86_400).isCloseTo(plain.seconds, within(1.0));
        Totals.Cpu cpu = replayed.cpu();
        Percentage one = Percentage.withPercentage(1);
        assertThat(cpu.offeredPercent()).isCloseTo(plain.offered / plain.seconds, one);
        assertThat(cpu.deliveredPercent()).isCloseTo(plain.delivered / plain.seconds, one);
        assertThat(cpu.oracleSharePercent()).isCloseTo(PERCENT * plain.offered / plain.oracle, one);
        assertThat(cpu.shortMinutesPercent()).isPositive();
        assertThat(cpu.shortMinutesPercent()).isCloseTo(PERCENT * plain.shortSeconds / plain.seconds, one);
    }
}
