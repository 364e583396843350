package io.koordbridge.kube.leader;

import com.codahale.metrics.Counter;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether one kind of call about a lease succeeds: reported once when it starts to fail and once when it recovers. */
final class LeaseFailureState {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseFailureState.class);

    private final String call;
    private final String lease;
    private final Counter counter;
    private final LongSupplier nanoTime;
    private long failures;
    private long sinceNanos;

    /**
     * Nothing failed yet.
     *
     * @param call read or write
     * @param counter of failures
     */
    LeaseFailureState(String call, String lease, Counter counter, LongSupplier nanoTime) {
        this.call = call;
        this.lease = lease;
        this.counter = counter;
        this.nanoTime = nanoTime;
    }

    /** A call failed; that another replica was faster is an answer like any other. */
    synchronized void failed(KubernetesClientException problem) {
        if (problem.getCode() == HttpURLConnection.HTTP_CONFLICT) {
            succeeded();
            return;
        }
        counter.inc();
        failures++;
        if (failures == 1) {
            sinceNanos = nanoTime.getAsLong();
            LOG.warn(
                    "lease does not get through, tried again until it does lease={} call={} problem={}",
                    lease,
                    call,
                    FailureFormatter.of(problem));
        }
    }

    /** A call was answered. */
    synchronized void succeeded() {
        if (failures > 0) {
            long seconds = Duration.ofNanos(nanoTime.getAsLong() - sinceNanos).toSeconds();
            LOG.info(
                    "lease gets through again lease={} call={} failures={} seconds={}", lease, call, failures, seconds);
            failures = 0;
        }
    }
}
