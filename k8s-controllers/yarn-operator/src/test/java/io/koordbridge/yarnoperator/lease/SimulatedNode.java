package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * One node with a manager that publishes late, a scheduler that reads old values, a ResourceManager that hands out containers,
 * loses, repeats and delays calls and fails over, and a NodeManager that hears of a change by heartbeat. Half a second a tick.
 */
final class SimulatedNode {

    static final int TICKS_PER_SECOND = 2;
    private static final int SCHEDULER_STALE_TICKS = 3;
    private static final int LATEST_EFFECT_TICKS = 10;
    private static final int PUBLISH_TICKS = 12;
    private static final YarnConversion UNITS = YarnConversion.DEFAULT;

    final Random random;
    final BatchAmount others;
    private final boolean originMoves;
    private final double faultRate;

    long tick;
    BatchAmount origin;
    long originFellAt = -1_000_000;
    BatchAmount annotation;
    long version = 1;
    BatchAmount published = BatchAmount.ZERO;
    YarnAmount capability;
    YarnAmount told;
    BatchAmount pods = BatchAmount.ZERO;
    YarnAmount used = YarnAmount.ZERO;
    int raises;
    int lowers;

    private long publishedAt;
    private long killAt = Long.MAX_VALUE;
    private final List<BatchAmount> podList = new ArrayList<>();
    private final Deque<YarnAmount> containers = new ArrayDeque<>();
    private final Deque<BatchAmount> publishedHistory = new ArrayDeque<>();
    private final List<LateCall> lateCalls = new ArrayList<>();

    private record LateCall(long at, YarnAmount value, long graceTicks) {}

    SimulatedNode(long seed, boolean originMoves, double faultRate, YarnAmount floor) {
        this.random = new Random(seed);
        this.originMoves = originMoves;
        this.faultRate = faultRate;
        this.others = random.nextBoolean() ? BatchAmount.ZERO : new BatchAmount(1_500, 1L << 30);
        this.origin = randomOrigin();
        this.capability = floor;
        this.told = floor;
    }

    private BatchAmount randomOrigin() {
        return new BatchAmount(6_000 + random.nextInt(40_000), (8L << 30) + random.nextInt(64) * (1L << 30));
    }

    /** What happens by itself in one tick. */
    void advance() {
        tick++;
        if (originMoves && random.nextInt(60) == 0) {
            moveOrigin();
        }
        lateCallsArrive();
        publish();
        schedulePods();
        runYarn();
    }

    private void moveOrigin() {
        BatchAmount next = random.nextInt(8) == 0 ? new BatchAmount(random.nextInt(3_000), 1L << 28) : randomOrigin();
        if (!origin.fitsIn(next)) {
            originFellAt = tick;
        }
        origin = next;
    }

    private void publish() {
        publishedHistory.addFirst(published);
        while (publishedHistory.size() > SCHEDULER_STALE_TICKS) {
            publishedHistory.removeLast();
        }
        boolean due = random.nextInt(3) == 0 || tick - publishedAt >= PUBLISH_TICKS;
        BatchAmount reserved = annotation == null ? UNITS.toBatch(capability) : annotation;
        BatchAmount next = origin.minus(others).minus(reserved).positive();
        if (due && !next.equals(published)) {
            published = next;
            publishedAt = tick;
            version++;
        }
    }

    private void schedulePods() {
        for (Iterator<BatchAmount> one = podList.iterator(); one.hasNext(); ) {
            BatchAmount pod = one.next();
            if (random.nextInt(80) == 0) {
                one.remove();
                pods = pods.minus(pod);
            }
        }
        List<BatchAmount> known = new ArrayList<>(publishedHistory);
        known.add(published);
        BatchAmount cached = known.get(random.nextInt(known.size()));
        for (int attempt = 0; attempt < 3; attempt++) {
            BatchAmount pod = new BatchAmount(100 + random.nextInt(3_000), (1 + random.nextInt(4_000)) * (1L << 20));
            if (pods.plus(pod).fitsIn(cached)) {
                podList.add(pod);
                pods = pods.plus(pod);
            }
        }
    }

    private void runYarn() {
        if (random.nextInt(500) == 0 && faultRate > 0) {
            // A failover: the NodeManager registers again with what it was told last.
            capability = told;
        }
        while (!containers.isEmpty() && random.nextInt(25) == 0) {
            release(containers.removeLast());
        }
        if (!used.fitsIn(capability) && tick >= killAt) {
            while (!used.fitsIn(capability)) {
                release(containers.removeLast());
            }
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            YarnAmount container = new YarnAmount(1 + random.nextInt(3), 256 + random.nextInt(3_000));
            if (used.plus(container).fitsIn(capability)) {
                containers.addLast(container);
                used = used.plus(container);
            }
        }
        if (tick % 2 == 0) {
            told = capability;
        }
    }

    private void release(YarnAmount container) {
        used = new YarnAmount(used.vcores() - container.vcores(), used.memoryMb() - container.memoryMb());
    }

    /** The operator calls the ResourceManager; the call may be lost, repeated or take effect late. */
    void update(YarnAmount value, long graceTicks) {
        boolean fault = random.nextDouble() < faultRate;
        int kind = random.nextInt(3);
        if (!fault || kind == 0) {
            apply(value, graceTicks);
        }
        if (fault && kind <= 1) {
            lateCalls.add(new LateCall(tick + 1 + random.nextInt(LATEST_EFFECT_TICKS), value, graceTicks));
        }
    }

    private void lateCallsArrive() {
        for (LateCall call : List.copyOf(lateCalls)) {
            if (call.at() <= tick) {
                lateCalls.remove(call);
                apply(call.value(), call.graceTicks());
            }
        }
    }

    private void apply(YarnAmount value, long graceTicks) {
        if (value.equals(capability)) {
            return;
        }
        if (value.fitsIn(capability)) {
            lowers++;
        } else {
            raises++;
        }
        capability = value;
        killAt = tick + graceTicks;
    }

    /** The operator writes the annotation with a precondition; the write may be lost. */
    void annotate(BatchAmount value, long expectedVersion) {
        if (expectedVersion == version && random.nextDouble() >= faultRate) {
            annotation = value;
            version++;
        }
    }

    BatchAmount sold() {
        return pods.plus(UNITS.toBatch(capability)).plus(others);
    }

    BatchAmount reallyHeld() {
        return pods.plus(UNITS.toBatch(used)).plus(others);
    }
}
