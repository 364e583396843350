package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** The Kubernetes side of one node: a manager that publishes late, a scheduler with an old cache, and a node agent. Half a second a tick. */
final class ModelCluster {

    static final int STALE = 3;
    /** By then the operator has seen a change. */
    static final int SEEN = 6;

    private static final int PUBLISH = 12;
    private static final int REPORT = 20;
    /** Age from which a report does not prove what runs. */
    private static final int USABLE = 60;

    private static final int LONGEST_LAG = 60;
    /** A stock manager writes a change of less than a tenth late; here after less than its 300 s, so that histories are short. */
    private static final int STOCK_LATE = 80;

    private static final int STOCK_PERCENT = 10;

    final BatchAmount others;
    final int podLag;
    private final Random random;
    private final Hole hole;
    private final ModelFaults faults;
    private final YarnConversion units;

    /** What the reservation says, null when there is none. */
    BatchAmount annotation;
    /** Why the reservation cannot be read, null when it can. */
    String problem;

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
    boolean podsCome = true;
    /** When the node fell, or somebody wrote what is the operator's. */
    long disturbedAt = -1;
    /** When the node last offered nothing. */
    long absentAt = -1_000;

    /** Whether what somebody wrote is still there, or pods still see what followed from it. */
    private boolean edited;

    /** Whether the operator has seen to it since. */
    private boolean mended;

    private long takenAt = -SEEN;
    /** Whether what the node offers cannot be read. */
    boolean unreadable;

    private BatchAmount whole;
    private long absentUntil;
    private boolean calm;

    /** Whether the plugin sees processes that its NodeManager does not know, null when it does not say. */
    Boolean strangers;

    private YarnProcesses measured = YarnProcesses.UNKNOWN;
    private Boolean measuredStrangers;
    private long unreadableUntil;
    private long deliveredAt;
    private long deliverAt = Long.MAX_VALUE;
    private long publishedAt;
    private long agentStoppedUntil;
    private int dip;
    private BatchAmount beforeDip;
    private final Deque<BatchAmount> shares = new ArrayDeque<>();
    private final Deque<BatchAmount> podSums = new ArrayDeque<>();
    private final List<BatchAmount> podList = new ArrayList<>();

    ModelCluster(Random random, Hole hole, ModelFaults faults, YarnConversion units, YarnAmount floor) {
        this.random = random;
        this.hole = hole;
        this.faults = faults;
        this.units = units;
        this.others = random.nextBoolean() ? BatchAmount.ZERO : new BatchAmount(1_500, 1L << 30);
        this.podLag = random.nextInt(3) == 0 ? random.nextInt(LONGEST_LAG) : random.nextInt(3);
        this.whole = anyOrigin();
        this.annotation = units.toBatch(floor);
        this.registers = floor;
        this.file = floor;
        this.published = share();
    }

    private BatchAmount anyOrigin() {
        return new BatchAmount(6_000 + random.nextInt(40_000), (8L << 30) + random.nextInt(64) * (1L << 30));
    }

    private BatchAmount share() {
        return origin().minus(others).minus(reserved()).positive();
    }

    /** What the node offers in all, nothing when it is absent. */
    BatchAmount origin() {
        return absentUntil > 0 ? BatchAmount.ZERO : whole;
    }

    /** What the node says that it offers, null when it does not. */
    BatchAmount originAnnotation() {
        return absentUntil > 0 ? null : whole;
    }

    BatchAmount reserved() {
        return annotation == null || problem != null ? BatchAmount.ZERO : annotation;
    }

    /** One tick; {@code reach} is what YARN may hold of the node. */
    void advance(long tick, BatchAmount reach, boolean anyProcess, Boolean anyStranger) {
        publish(tick);
        schedule();
        agent(tick, anyProcess, anyStranger);
        if (edited) {
            disturbedAt = tick;
            edited = !mended || tick - takenAt < SEEN || !published.fitsIn(share()) || !reach.fitsIn(reserved());
        }
        mended &= edited;
    }

    private void publish(long tick) {
        shares.addFirst(published);
        while (shares.size() > STALE) {
            shares.removeLast();
        }
        boolean due = random.nextInt(3) == 0 || tick - publishedAt >= PUBLISH;
        BatchAmount next = share();
        if (due && !next.equals(published) && (!isSmall(next) || tick - publishedAt >= STOCK_LATE)) {
            published = next;
            publishedAt = tick;
            version++;
        }
    }

    private boolean isSmall(BatchAmount next) {
        return faults.has(ModelFault.STOCK_MANAGER)
                && problem == null
                && isSmall(published.milliCpu(), next.milliCpu())
                && isSmall(published.bytes(), next.bytes());
    }

    private static boolean isSmall(long before, long next) {
        return Math.abs(next - before) * 100 <= before * STOCK_PERCENT;
    }

    private boolean strikes(ModelFault fault, int oneIn) {
        return faults.has(fault) && random.nextInt(oneIn) == 0;
    }

    /** What is done to the node from outside. */
    void disturb(long tick) {
        if (faults.has(ModelFault.ORIGIN_MOVES)) {
            moveOrigin(tick);
        }
        if (absentUntil > 0 ? tick >= absentUntil : strikes(ModelFault.ORIGIN_ABSENT, 250)) {
            absentUntil = absentUntil > 0 ? 0 : tick + 1 + random.nextInt(random.nextBoolean() ? 8 : 120);
            publishNow(tick);
        }
        if (absentUntil > 0) {
            absentAt = tick;
        }
        if (strikes(ModelFault.ORIGIN_UNREADABLE, 150)) {
            unreadableUntil = tick + random.nextInt(60);
        }
        unreadable = tick < unreadableUntil;
        if (strikes(ModelFault.EDITED_RESERVATION, 120)) {
            edit();
        }
        if (strikes(ModelFault.NODE_AGAIN, 200)) {
            annotation = null;
            registers = null;
            lost = YarnAmount.ZERO;
            problem = null;
            edited = true;
            mended = false;
            publishNow(tick);
        }
    }

    /** Something took what is not reserved: pods see the reservation for it later. */
    void taken(long tick) {
        edited = true;
        mended = false;
        disturbedAt = tick;
        takenAt = tick;
    }

    private void edit() {
        int kind = random.nextInt(4);
        if (kind == 0) {
            annotation = null;
        } else if (kind == 1) {
            annotation = new BatchAmount(random.nextInt(30_000), random.nextInt(40) * (1L << 30));
        } else if (kind == 2) {
            problem = "not JSON";
        } else {
            registers = null;
        }
        version++;
        edited = true;
        mended = false;
    }

    /** The manager writes origin and share in one request. */
    private void moveOrigin(long tick) {
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
            beforeDip = whole;
            dip = 2 + random.nextInt(8);
            setOrigin(new BatchAmount(0, whole.bytes()), tick);
        }
    }

    /** Nothing moves any more but that pods end, and sooner; a dip ends. */
    void calm(long tick) {
        if (calm) {
            return;
        }
        calm = true;
        unreadable = false;
        whole = dip > 0 ? beforeDip : whole;
        absentUntil = 0;
        publishNow(tick);
    }

    private void setOrigin(BatchAmount next, long tick) {
        whole = next;
        publishNow(tick);
    }

    private void publishNow(long tick) {
        disturbedAt = tick;
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

    private void agent(long tick, boolean anyProcess, Boolean anyStranger) {
        if (random.nextInt(200) == 0) {
            agentStoppedUntil = tick + random.nextInt(100);
        }
        if (tick - deliveredAt > USABLE) {
            processes = YarnProcesses.UNKNOWN;
        }
        if (tick < agentStoppedUntil) {
            return;
        }
        measure(tick, anyProcess, anyStranger);
        if (random.nextInt(3) > 0) {
            writeFile();
        }
    }

    private void measure(long tick, boolean anyProcess, Boolean anyStranger) {
        if (tick >= deliverAt) {
            processes = measured;
            strangers = measuredStrangers;
            measuredAfter = deliveredAt;
            deliveredAt = tick;
            deliverAt = Long.MAX_VALUE;
        }
        if (tick % REPORT == 0) {
            boolean sees = anyProcess && !faults.has(ModelFault.WRONG_AGENT);
            measuredStrangers = faults.has(ModelFault.OLD_PLUGIN) ? null : anyStranger;
            measured = sees ? YarnProcesses.PRESENT : YarnProcesses.ABSENT;
            deliverAt = tick + random.nextInt(5);
        }
    }

    private void writeFile() {
        YarnAmount says = hole == Hole.FILE_CARRIES_RESERVATION ? units.toYarn(reserved()) : registers;
        boolean outlives = hole == Hole.FILE_OUTLIVES_LEASE && file != null && (says == null || says.fitsIn(file));
        file = outlives ? file : says;
    }

    /** What the operator's watch shows of the pods. */
    BatchAmount podsOfTheWatch() {
        return podSums.isEmpty() ? pods : podSums.peekLast();
    }

    /** Writes a decision; {@code lease} is null where the reservation stays as it is. */
    void annotate(BatchAmount lease, YarnAmount mayRegister, YarnAmount heldByLost, int port, long expected) {
        boolean same = (lease == null || (problem == null && lease.equals(annotation)))
                && mayRegister.equals(registers)
                && heldByLost.equals(lost)
                && port == namedPort;
        boolean current = expected == version;
        if (!same && (!current || random.nextInt(10) == 0)) {
            return;
        }
        mended |= current;
        if (same) {
            return;
        }
        if (lease != null) {
            annotation = lease;
            problem = null;
        }
        registers = mayRegister;
        lost = heldByLost;
        namedPort = port;
        version++;
    }

    /** Whether what somebody wrote, or took, is not mended yet. */
    boolean edited() {
        return edited;
    }

    /** What a watch shows of the Node. */
    Node node() {
        return new Node(originAnnotation(), published, annotation, registers, lost, problem, version);
    }

    /** The Node at one time. */
    record Node(
            BatchAmount origin,
            BatchAmount published,
            BatchAmount reserved,
            YarnAmount registers,
            YarnAmount lost,
            String problem,
            long version) {}
}
