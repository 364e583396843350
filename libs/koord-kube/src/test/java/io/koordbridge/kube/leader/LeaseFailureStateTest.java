package io.koordbridge.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.log.CapturedLog;
import io.koordbridge.testkit.log.CapturedLog.Line;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LeaseFailureStateTest {

    private final CapturedLog logged = CapturedLog.of(LeaseFailureState.class);
    private final AtomicLong nanos = new AtomicLong();
    private final Counter counter = new Counter();
    private final LeaseFailureState trouble = new LeaseFailureState("read", "lease-0", counter, nanos::get);

    @AfterEach
    void noLonger() {
        logged.close();
    }

    private static KubernetesClientException away() {
        return new KubernetesClientException("get of a lease", new ConnectException("Connection refused"));
    }

    @Test
    void eachChangeIsOneLineAndEachFailureIsCounted() {
        trouble.succeeded();
        trouble.failed(away());
        trouble.failed(away());
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(7));
        trouble.failed(away());
        trouble.succeeded();
        trouble.succeeded();
        trouble.failed(away());

        assertThat(logged.lines()).extracting(Line::level).containsExactly(Level.WARN, Level.INFO, Level.WARN);
        assertThat(logged.lines().get(0).text()).contains("lease=lease-0", "call=read", "refused");
        assertThat(logged.lines().get(1).text()).contains("failures=3", "seconds=7");
        assertThat(logged.lines()).extracting(Line::problem).containsOnlyNulls();
        assertThat(counter.getCount()).isEqualTo(4);
    }

    @Test
    void thatAnotherReplicaWasFasterIsNoFailure() {
        trouble.failed(new KubernetesClientException("the object has been modified", 409, null));

        assertThat(logged.lines()).isEmpty();
        assertThat(counter.getCount()).isZero();
    }

    @Test
    void aGateWithoutAnApiServerSaysSoOnceAndGoesOnTrying() {
        MetricRegistry metrics = new MetricRegistry();
        KubeConnection nobody = new KubeConnection(null, "http://127.0.0.1:9", Duration.ofSeconds(1), 2);
        LeaderConfig quick = new LeaderConfig(
                true, "default", "unheard", "a", Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofMillis(20));
        try (CapturedLog all = CapturedLog.ofAll()) {
            try (KubernetesClient client = KubeClients.connect(nobody, "lease-trouble-test");
                    LeaderGate gate = new LeaderGate(client, quick, metrics)) {
                gate.start(() -> {}, () -> {});

                Awaitility.await()
                        .until(() -> metrics.getCounters().values().stream()
                                        .mapToLong(Counter::getCount)
                                        .sum()
                                >= 3);
            }

            assertThat(all.lines())
                    .filteredOn(line -> line.logger().toLowerCase(Locale.ROOT).contains("leader"))
                    .filteredOn(line -> line.text().contains("unheard"))
                    .filteredOn(line -> line.level().toInt() >= Level.WARN.toInt())
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line.text()).contains("lease=unheard", "call=read", "Connection refused"));
        }
        assertThat(metrics.getCounters())
                .containsKey(MetricNames.of("koord_leader_call_failures_total", "lease", "unheard", "call", "read"));
    }
}
