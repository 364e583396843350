package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.lease.ModelOperator.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** One history: a node, its YARN side, its Kubernetes side, and the operators that lead one after another. */
final class LeaseModel {

    static final int TICK_MILLIS = 500;
    static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final int STORM = 240;
    private static final int CALM = 300;
    /** Within a minute each wait ends, and the lease is what the plan wants. */
    private static final int LIVENESS_TICKS = 120;

    private static final List<SharePolicy> POLICIES = List.of(SharePolicy.values());
    private static final YarnConversion UNITS = YarnConversion.DEFAULT;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /** Time for memory to be given back: the short deadline, and what it takes to see and to say it. */
    private static final long MEMORY_TICKS = 90;

    /** Time for a new reservation to reach the pods. */
    private static final int PUBLISHED_TICKS = 40;

    final Random random;
    final Hole hole;
    final ModelFaults faults;
    final LeaseConfig settings;
    final ModelCluster cluster;
    final ModelYarn yarn;
    final boolean askable;
    long tick;

    private final long[] clockMillis = new long[STORM + CALM + 1];
    private final YarnConversion units = UNITS;
    private ModelOperator leader;
    private ModelOperator former;
    private long formerUntil;
    private int term;
    private long endedUntil;
    /** When a pod last made room. */
    private long podLeftAt;

    private Eviction eviction;
    private final ModelLiveness liveness = new ModelLiveness(LIVENESS_TICKS);

    private boolean yarnWaits = true;
    private boolean podsWait = true;

    LeaseModel(long seed, Hole hole) {
        this.random = new Random(seed);
        this.hole = hole;
        boolean moves = random.nextInt(4) == 0;
        this.askable = random.nextInt(4) > 0;
        this.faults = new ModelFaults(
                !moves && random.nextInt(3) > 0,
                !moves && random.nextBoolean(),
                !moves && askable && random.nextBoolean(),
                !moves && askable && random.nextInt(3) == 0,
                !moves && random.nextBoolean(),
                moves,
                askable && random.nextInt(3) == 0,
                random.nextInt(3) == 0,
                hole == Hole.FILE_OUTLIVES_LEASE || hole == Hole.FILE_CARRIES_RESERVATION);
        SharePolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
        this.settings = settings(policy);
        this.cluster = new ModelCluster(random, hole, FLOOR);
        this.yarn = new ModelYarn(random, faults, FLOOR, new YarnAmount(64, 128 << 10));
        this.leader = new ModelOperator(this, 0, 0);
    }

    private static LeaseConfig settings(SharePolicy policy) {
        ProtocolTimes defaults = ProtocolTimes.DEFAULT;
        // Grows as often as the order of writes allows, to find its holes.
        ProtocolTimes eager = new ProtocolTimes(
                defaults.settle(),
                Duration.ofSeconds(20),
                Duration.ofSeconds(1),
                defaults.drainTimeout(),
                defaults.pressureTimeout(),
                defaults.resendAfter(),
                defaults.uncertainty(),
                defaults.heartbeats(),
                defaults.staleAfter(),
                Duration.ofSeconds(20));
        PlannerConfig planner =
                new PlannerConfig(policy, 500, 500, 1000, FLOOR, YarnAmount.ZERO, 256, BatchAmount.ZERO);
        return new LeaseConfig(planner, Hysteresis.DEFAULT, eager, UNITS);
    }

    /** Runs to the end; what broke first, null when all held. */
    String run() {
        for (tick = 1; tick <= STORM + CALM; tick++) {
            clockMillis[(int) tick] = clockMillis[(int) tick - 1];
            boolean storm = tick <= STORM;
            if (storm && faults.clockSteps() && random.nextInt(80) == 0) {
                clockMillis[(int) tick] += random.nextBoolean() ? 3_600_000 : -3_600_000;
            }
            advance(storm);
            String broken = broken();
            if (broken == null && !storm) {
                broken = liveness.broken(leader.last(), this);
            }
            if (broken != null) {
                return "tick " + tick + ": " + broken + " " + this;
            }
        }
        return slow();
    }

    private void advance(boolean storm) {
        if (random.nextInt(40) == 0) {
            yarnWaits = random.nextInt(3) > 0;
            podsWait = random.nextInt(3) > 0;
        }
        yarnWaits |= !storm;
        podsWait &= storm;
        cluster.podsCome = podsWait;
        yarn.calm = !storm;
        cluster.calm(!storm, tick);
        if (storm) {
            evict();
        }
        if (storm && faults.originMoves()) {
            cluster.moveOrigin(tick);
        }
        yarn.advance(tick, cluster.file, yarnWaits);
        BatchAmount podsBefore = cluster.pods;
        cluster.advance(tick, !yarn.used.plus(yarn.orphaned).equals(YarnAmount.ZERO));
        if (!podsBefore.fitsIn(cluster.pods)) {
            podLeftAt = tick;
        }
        if (storm && faults.leaders() && random.nextInt(120) == 0 && term + 1 < ModelOperator.MOST_TERMS) {
            former = leader;
            formerUntil = tick + random.nextInt(10);
            leader = new ModelOperator(this, ++term, tick);
        }
        if (former != null && tick <= formerUntil) {
            former.act(false);
        }
        leader.act(true);
    }

    private String broken() {
        return faults.originMoves() ? brokenByAFall() : brokenInAStandingOrigin();
    }

    private String brokenByAFall() {
        long others = cluster.pods.bytes() + cluster.others.bytes();
        boolean pods = others + batch(FLOOR).bytes() > cluster.origin.bytes();
        boolean due = tick - cluster.memoryFellAt > MEMORY_TICKS && !pods;
        boolean held = others + batch(yarn.used).bytes() > cluster.origin.bytes();
        if (held && due && yarn.used.memoryMb() > FLOOR.memoryMb()) {
            return "memory is not given back";
        }
        return yarn.cpuKills > 0 ? "a container was killed for CPU alone" : null;
    }

    private String brokenInAStandingOrigin() {
        BatchAmount taken = cluster.pods.plus(cluster.others);
        boolean twice = !taken.plus(batch(yarn.capability)).fitsIn(cluster.origin);
        // One that comes back after its lease has ended registers with the minimum, whatever pods have left of it.
        boolean ended = tick <= endedUntil;
        if (cluster.annotation.equals(BatchAmount.ZERO) || (ended && twice)) {
            endedUntil = tick + PUBLISHED_TICKS;
        }
        YarnAmount counted = ended ? beyondFloor(yarn.capability) : yarn.capability;
        if (yarn.state == ManagerState.LIVE && !taken.plus(batch(counted)).fitsIn(cluster.origin)) {
            return "promised twice";
        }
        // Each NodeManager that comes beside the processes of lost ones registers with the minimum whatever is left.
        int strangers = yarn.orphaned.equals(YarnAmount.ZERO) ? 0 : yarn.port - ModelYarn.FIRST_PORT + 1;
        YarnAmount held = yarn.orphaned.plus(ended ? beyondFloor(yarn.used) : yarn.used);
        YarnAmount floors = new YarnAmount(FLOOR.vcores() * strangers, FLOOR.memoryMb() * strangers);
        return taken.plus(batch(held.minus(floors))).fitsIn(cluster.origin) ? null : "used twice";
    }

    private static YarnAmount beyondFloor(YarnAmount amount) {
        return new YarnAmount(
                amount.vcores() <= FLOOR.vcores() ? 0 : amount.vcores(),
                amount.memoryMb() <= FLOOR.memoryMb() ? 0 : amount.memoryMb());
    }

    /** Whether containers live, or may live, without a NodeManager: they are waited for. */
    boolean lost() {
        return !leader.state().memory().beliefs().lost().equals(YarnAmount.ZERO) || yarn.state != ManagerState.LIVE;
    }

    /** When everything stopped failing. */
    long calmSince() {
        return STORM;
    }

    /** When a pod last left, as the operator's watch shows it. */
    long podLeftAt() {
        return podLeftAt + cluster.podLag;
    }

    /** YARN waits, pods do not, and nothing has failed for long. */
    private String slow() {
        SharePolicy policy = settings.planner().policy();
        boolean justMadeRoom = podLeftAt > STORM + CALM - PUBLISHED_TICKS;
        if (policy == SharePolicy.STATIC || lost() || justMadeRoom || faults.originMoves()) {
            return null;
        }
        YarnAmount room = units.toYarn(
                cluster.origin.minus(cluster.others).minus(cluster.pods).positive());
        boolean has =
                yarn.capability.memoryMb() >= room.memoryMb() / 2 && yarn.capability.vcores() >= room.vcores() / 2;
        return has ? null : "YARN waits for " + room + " and has " + yarn.capability + " " + this;
    }

    private BatchAmount batch(YarnAmount amount) {
        return units.toBatch(amount);
    }

    Instant time(long at) {
        long wall = hole == Hole.WALL_CLOCK ? clockMillis[(int) at] : 0;
        return START.plusMillis(at * TICK_MILLIS + wall);
    }

    /** The node agent evicts now and then; what it says it freed is anything. */
    Eviction eviction() {
        return eviction;
    }

    private void evict() {
        if (random.nextInt(150) == 0) {
            BatchAmount freed = new BatchAmount(random.nextInt(6_000), random.nextInt(12) * (1L << 30));
            eviction = new Eviction(freed, time(tick));
        }
    }

    Demand demand() {
        return new Demand(true, 0, yarnWaits ? 4096 : 0, podsWait);
    }

    Report report() {
        boolean answers = askable && yarn.answers(tick);
        NodeManagerReport word = answers && yarn.up(tick) && yarn.state == ManagerState.LIVE
                ? new NodeManagerReport(yarn.told, yarn.used, YarnAmount.ZERO, time(tick))
                : null;
        boolean awaited = !yarn.up(tick) || (hole == Hole.SILENCE_IS_AWAITED && !answers);
        boolean down = askable && awaited && yarn.state == ManagerState.LIVE;
        return new Report(tick, yarn.capability, yarn.reportedUse(tick), yarn.state, yarn.port, yarn.epoch, word, down);
    }

    @Override
    public String toString() {
        return "O=" + cluster.origin + " P=" + cluster.pods + " X=" + cluster.others + " L=" + cluster.annotation
                + " C="
                + yarn.capability + " U=" + yarn.used + " orphans=" + yarn.orphaned + " file=" + cluster.file + " "
                + yarn.state + " calls=" + yarn.waiting() + " " + leader.state();
    }
}
