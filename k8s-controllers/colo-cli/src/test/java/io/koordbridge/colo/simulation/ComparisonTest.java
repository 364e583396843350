package io.koordbridge.colo.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void comparesNodesAndAddsThemUp() {
        Comparison comparison = new Comparison(
                "NOW",
                "THEN",
                List.of(
                        new Comparison.Row("worker-1", new Offer(1000, 0, 0, 0), new Offer(2000, 1 << 30, 0, 0)),
                        new Comparison.Row("worker-2", new Offer(500, 0, 0, 0), new Offer(500, 0, 0, 0))));

        assertThat(comparison.table()).isEqualTo("""
                NODE      BATCH NOW  BATCH THEN  MID NOW  MID THEN
                worker-1  1/0B       2/1Gi       0/0B     0/0B
                worker-2  0.5/0B     0.5/0B      0/0B     0/0B
                all       1.5/0B     2.5/1Gi     0/0B     0/0B""");
        assertThat(comparison.rows().get(1).differs()).isFalse();
        assertThat(comparison.document().at("/nodes/0/after/batchMilliCpu").asLong())
                .isEqualTo(2000);
    }
}
