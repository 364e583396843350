package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.WorkQueue;
import io.koordbridge.testkit.log.CapturedLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.Level;

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

    @Test
    void whatGoesOnFailingIsToldWhenItBeginsAndWhenItEnds() {
        AtomicInteger passes = new AtomicInteger();
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        ReconcileLoop<String> loop = new ReconcileLoop<>(
                "loop-test",
                queue,
                key -> {
                    int pass = passes.incrementAndGet();
                    if (pass < 6) {
                        throw new KubernetesClientException(
                                pass < 4 ? "403 nodes \"n\" is forbidden" : "500 webhook \"w\" does not answer");
                    }
                    return ReconcileResult.done();
                },
                new MetricRegistry());
        try (CapturedLog log = CapturedLog.of(ReconcileLoop.class);
                loop) {
            queue.add("n");
            loop.start();

            Awaitility.await().untilAsserted(() -> assertThat(told(log)).hasSize(3));
            assertThat(told(log).get(0).text()).contains("key=n", "problem=403 nodes \"n\" is forbidden");
            assertThat(told(log).get(0).problem()).isNull();
            assertThat(told(log).get(1).text()).contains("key=n", "problem=500 webhook \"w\" does not answer");
            assertThat(told(log).get(2).text()).contains("succeeds again", "key=n");
        }
    }

    private static List<CapturedLog.Line> told(CapturedLog log) {
        return log.lines().stream()
                .filter(line -> line.level().compareTo(Level.DEBUG) < 0)
                .toList();
    }

    private static void throwIt(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }
}
