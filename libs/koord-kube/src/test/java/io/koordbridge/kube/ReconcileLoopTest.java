package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.WorkQueue;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReconcileLoopTest {

    static Stream<Throwable> thrown() {
        return Stream.of(new IllegalStateException("exception"), new NoClassDefFoundError("error"));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void whateverAPassThrowsIsRepeatedAndTheNextKeyIsWorkedOn(Throwable once) {
        List<String> passes = new CopyOnWriteArrayList<>();
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        ReconcileLoop<String> loop = new ReconcileLoop<>(
                "loop-test",
                queue,
                key -> {
                    passes.add(key);
                    if (key.equals("bad") && passes.indexOf(key) == passes.size() - 1) {
                        throwIt(once);
                    }
                    return ReconcileResult.done();
                },
                new MetricRegistry());
        try (loop) {
            queue.add("bad");
            queue.add("good");
            loop.start();

            Awaitility.await().untilAsserted(() -> assertThat(passes).containsExactlyInAnyOrder("bad", "good", "bad"));
        }
    }

    private static void throwIt(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }
}
