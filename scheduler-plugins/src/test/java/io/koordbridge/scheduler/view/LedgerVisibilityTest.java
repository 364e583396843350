package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Readers that take views all the time while one writer changes a node. */
class LedgerVisibilityTest {

    private static final int CHANGES = 200_000;

    private final ClusterLedger ledger = new ClusterLedger();
    private final PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

    @Test
    void aChangeIsInTheNextViewWhateverOthersRead() throws Exception {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        AtomicBoolean ended = new AtomicBoolean();
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> reading = IntStream.range(0, 2)
                    .<Future<?>>mapToObj(i -> readers.submit(() -> read(ended)))
                    .toList();

            int stale = 0;
            for (int change = 0; change < CHANGES; change++) {
                boolean placed = change % 2 == 0;
                if (placed) {
                    Samples.assume(ledger, pod, "n1", Instant.EPOCH);
                } else {
                    ledger.release(new Assumption(pod, "n1", Instant.EPOCH));
                }
                stale += requested() == (placed ? 1_000 : 0) ? 0 : 1;
            }

            ended.set(true);
            for (Future<?> reader : reading) {
                reader.get();
            }
            assertThat(stale).isZero();
        } finally {
            readers.shutdownNow();
        }
    }

    private void read(AtomicBoolean ended) {
        while (!ended.get()) {
            assertThat(ledger.view()).isNotNull();
            for (int look = 0; look < 1_000; look++) {
                ledger.view();
            }
        }
    }

    private long requested() {
        return ledger.view().node("n1").orElseThrow().requested().get(ResourceNames.BATCH_CPU);
    }
}
