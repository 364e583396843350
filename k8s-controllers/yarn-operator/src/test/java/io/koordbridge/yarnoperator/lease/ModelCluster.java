package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** The Kubernetes side of one node: a manager that publishes late, a scheduler with an old cache, and a node agent. Half a second a tick. */
final class ModelCluster {

    private static final YarnConversion UNITS = YarnConversion.DEFAULT;
    private static final int STALE = 3;
    private static final int PUBLISH = 12;
    private static final int REPORT = 20;
    /** Age from which a report does not prove what runs. */
    private static final int USABLE = 60;

    private static final int LONGEST_LAG = 60;

    final BatchAmount others;
    final int podLag;
    private final Random random;
    private final Hole hole;

    BatchAmount origin;
    BatchAmount annotation;
    YarnAmount registers;
    /** Port of the NodeManager that the annotation names. */
    int namedPort = ModelYarn.FIRST_PORT;

    YarnAmount lost = YarnAmount.ZERO;
    long version = 1;
    BatchAmount published;
    BatchAmount pods = BatchAmount.ZERO;
    /** What the lease file says, null without one. */
    YarnAmount file;

    YarnProcesses processes = YarnProcesses.UNKNOWN;
    long measuredAfter;
    long memoryFellAt = -10_000;
    boolean podsCome = true;
    private boolean calm;

    private YarnProcesses measured = YarnProcesses.UNKNOWN;
    private long deliveredAt;
    private long deliverAt = Long.MAX_VALUE;
    private long publishedAt;
    private long agentStoppedUntil;
    private int dip;
    private BatchAmount beforeDip;
    private final Deque<BatchAmount> shares = new ArrayDeque<>();
    private final Deque<BatchAmount> podSums = new ArrayDeque<>();
    private final List<BatchAmount> podList = new ArrayList<>();

    ModelCluster(Random random, Hole hole, YarnAmount floor) {
        this.random = random;
        this.hole = hole;
        this.others = random.nextBoolean() ? BatchAmount.ZERO : new BatchAmount(1_500, 1L << 30);
        this.podLag = random.nextInt(3) == 0 ? random.nextInt(LONGEST_LAG) : random.nextInt(3);
        this.origin = anyOrigin();
        this.annotation = UNITS.toBatch(floor);
        this.registers = floor;
        this.file = floor;
        this.published = share();
    }

    private BatchAmount anyOrigin() {
        return new BatchAmount(6_000 + random.nextInt(40_000), (8L << 30) + random.nextInt(64) * (1L << 30));
    }

    private BatchAmount share() {
        return origin.minus(others).minus(annotation).positive();
    }

    void advance(long tick, boolean anyProcess) {
        publish(tick);
        schedule();
        agent(tick, anyProcess);
    }

    private void publish(long tick) {
        shares.addFirst(published);
        while (shares.size() > STALE) {
            shares.removeLast();
        }
        boolean due = random.nextInt(3) == 0 || tick - publishedAt >= PUBLISH;
        BatchAmount next = share();
        if (due && !next.equals(published)) {
            published = next;
            publishedAt = tick;
            version++;
        }
    }

    /** The manager writes origin and share in one request. */
    void moveOrigin(long tick) {
        if (dip > 0) {
            if (--dip == 0) {
                setOrigin(beforeDip, tick);
            }
            return;
        }
        int kind = random.nextInt(200);
        if (kind < 2) {
            setOrigin(anyOrigin(), tick);
        } else if (kind == 2) {
            beforeDip = origin;
            dip = 2 + random.nextInt(8);
            setOrigin(new BatchAmount(0, origin.bytes()), tick);
        }
    }

    /** Nothing moves any more but that pods end, and sooner; a dip ends. */
    void calm(boolean isCalm, long tick) {
        calm = isCalm;
        if (calm && dip > 0) {
            dip = 0;
            setOrigin(beforeDip, tick);
        }
    }

    private void setOrigin(BatchAmount next, long tick) {
        if (next.bytes() < origin.bytes()) {
            memoryFellAt = tick;
        }
        origin = next;
        published = share();
        publishedAt = tick;
        version++;
    }

    private void schedule() {
        for (Iterator<BatchAmount> one = podList.iterator(); one.hasNext(); ) {
            BatchAmount pod = one.next();
            if (random.nextInt(calm ? 20 : 80) == 0) {
                one.remove();
                pods = pods.minus(pod);
            }
        }
        int age = random.nextInt(shares.size() + 1);
        BatchAmount cached = published;
        for (Iterator<BatchAmount> one = shares.iterator(); age > 0; age--) {
            cached = one.next();
        }
        for (int attempt = 0; podsCome && attempt < 3; attempt++) {
            BatchAmount pod = new BatchAmount(100 + random.nextInt(3_000), (1 + random.nextInt(4_000)) * (1L << 20));
            if (pods.plus(pod).fitsIn(cached)) {
                podList.add(pod);
                pods = pods.plus(pod);
            }
        }
        podSums.addFirst(pods);
        if (podSums.size() > podLag + 1) {
            podSums.removeLast();
        }
    }

    private void agent(long tick, boolean anyProcess) {
        if (random.nextInt(200) == 0) {
            agentStoppedUntil = tick + random.nextInt(100);
        }
        if (tick - deliveredAt > USABLE) {
            processes = YarnProcesses.UNKNOWN;
        }
        if (tick < agentStoppedUntil) {
            return;
        }
        if (tick >= deliverAt) {
            processes = measured;
            measuredAfter = deliveredAt;
            deliveredAt = tick;
            deliverAt = Long.MAX_VALUE;
        }
        if (tick % REPORT == 0) {
            measured = anyProcess ? YarnProcesses.PRESENT : YarnProcesses.ABSENT;
            deliverAt = tick + random.nextInt(5);
        }
        if (random.nextInt(3) == 0) {
            return;
        }
        YarnAmount says = hole == Hole.FILE_CARRIES_RESERVATION ? UNITS.toYarn(annotation) : registers;
        boolean outlives = hole == Hole.FILE_OUTLIVES_LEASE && file != null && says.fitsIn(file);
        file = outlives ? file : says;
    }

    /** What the operator's watch shows of the pods. */
    BatchAmount podsOfTheWatch() {
        return podSums.isEmpty() ? pods : podSums.peekLast();
    }

    void annotate(BatchAmount lease, YarnAmount mayRegister, YarnAmount heldByLost, int port, long expected) {
        boolean same = lease.equals(annotation)
                && mayRegister.equals(registers)
                && heldByLost.equals(lost)
                && port == namedPort;
        if (same || expected != version || random.nextInt(10) == 0) {
            return;
        }
        annotation = lease;
        registers = mayRegister;
        lost = heldByLost;
        namedPort = port;
        version++;
    }
}
