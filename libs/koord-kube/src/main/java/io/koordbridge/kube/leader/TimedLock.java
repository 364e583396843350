package io.koordbridge.kube.leader;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Remembers when the lease was last written by us, and reports when calls fail; the time before the call counts, which errs on the safe side. */
final class TimedLock implements Lock {

    private final Lock lease;
    private final LongSupplier nanoTime;
    private final LeaseFailureState reading;
    private final LeaseFailureState writing;
    private volatile long renewedNanos;
    private volatile boolean held;

    TimedLock(Lock lease, LongSupplier nanoTime, LeaseFailureState reading, LeaseFailureState writing) {
        this.lease = lease;
        this.nanoTime = nanoTime;
        this.reading = reading;
        this.writing = writing;
    }

    /** Nanoseconds since our last successful write; the largest value when we do not hold the lease. */
    long ageNanos() {
        return held ? nanoTime.getAsLong() - renewedNanos : Long.MAX_VALUE;
    }

    void drop() {
        held = false;
    }

    @Override
    public LeaderElectionRecord get(KubernetesClient client) {
        return answered(reading, () -> lease.get(client));
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord record) {
        long before = nanoTime.getAsLong();
        answered(writing, () -> {
            lease.create(client, record);
            return record;
        });
        written(record, before);
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord record) {
        long before = nanoTime.getAsLong();
        answered(writing, () -> {
            lease.update(client, record);
            return record;
        });
        written(record, before);
    }

    /** The elector tries again after one kind of exception; any other would end the election without a word. */
    private LeaderElectionRecord answered(LeaseFailureState trouble, Supplier<LeaderElectionRecord> call) {
        try {
            LeaderElectionRecord answer = call.get();
            trouble.succeeded();
            return answer;
        } catch (KubernetesClientException e) {
            trouble.failed(e);
            throw e;
        } catch (RuntimeException e) {
            KubernetesClientException retried = new KubernetesClientException(describe(), e);
            trouble.failed(retried);
            throw retried;
        }
    }

    private void written(LeaderElectionRecord record, long before) {
        renewedNanos = before;
        held = Objects.equals(record.getHolderIdentity(), identity());
    }

    @Override
    public String identity() {
        return lease.identity();
    }

    @Override
    public String describe() {
        return lease.describe();
    }
}
