package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.clusterview.NodeQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeQueueTest {

    private static final class Switches implements Leadership {

        private boolean acts = true;
        private boolean mayWrite = true;

        @Override
        public boolean acts() {
            return acts;
        }

        @Override
        public boolean mayWrite() {
            return mayWrite;
        }
    }

    private final Switches switches = new Switches();
    private final List<String> reconciled = new ArrayList<>();

    @Test
    void aReplicaThatDoesNotLeadTakesNothingInAndDropsWhatItHad() {
        try (NodeQueue queue = new NodeQueue("test", switches)) {
            Reconciler<String> reconciler = queue.whileActing(this::reconcile);
            switches.acts = false;

            queue.add("n1");
            ReconcileResult result = reconciler.reconcile("n2");

            assertThat(queue.queue().size()).isZero();
            assertThat(result.again()).isEmpty();
            assertThat(reconciled).isEmpty();
        }
    }

    @Test
    void aLeaderWhoseLeaseRunsOutWaitsInsteadOfWriting() {
        try (NodeQueue queue = new NodeQueue("test", switches)) {
            Reconciler<String> reconciler = queue.whileActing(this::reconcile);
            switches.mayWrite = false;

            ReconcileResult waiting = reconciler.reconcile("n1");
            switches.mayWrite = true;
            reconciler.reconcile("n1");

            assertThat(waiting.again()).isPresent();
            assertThat(reconciled).containsExactly("n1");
        }
    }

    @Test
    void aFailedPassIsRepeatedNoLaterThanItAsksFor() throws InterruptedException {
        try (NodeQueue queue = new NodeQueue("test", switches)) {
            Reconciler<String> reconciler =
                    queue.whileActing(node -> new ReconcileResult(Optional.of(Duration.ofMillis(1)), true));

            reconciler.reconcile("n1");

            assertThat(queue.queue().take()).contains("n1");
        }
    }

    private ReconcileResult reconcile(String node) {
        reconciled.add(node);
        return ReconcileResult.done();
    }
}
