package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.policy.lease.SharePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** One history: a node, its YARN side, its Kubernetes side, and the operators that lead one after another. */
final class LeaseModel {

    static final int TICK_MILLIS = 500;
    static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final int STORM = 200;
    private static final int CALM = 300;
    /** A call takes no longer. */
    private static final int RPC_TICKS = 10;
    /** Within a minute each wait ends, and the lease is what the plan wants. */
    private static final int LIVENESS_TICKS = 120;

    /** The same where each proof, or each change of the pods' share, takes many seconds. */
    private static final int SLOW_LIVENESS_TICKS = 240;

    private static final Set<ModelFault> SLOW =
            EnumSet.of(ModelFault.WEB_CONTRADICTS, ModelFault.UNASKABLE, ModelFault.SILENCE, ModelFault.STOCK_MANAGER);

    /** The least room of so many ticks, and of those before, counts. */
    private static final int ROOM_TICKS = 60;

    /** After so long in balance nothing else comes. */
    private static final int SETTLED_TICKS = 30;

    /** How soon a report is believed that does not wait for a restart to end. */
    private static final Duration TWO_HEARTBEATS = Duration.ofMillis(2500);

    private static final YarnAmount CONFIGURED = new YarnAmount(64, 128 << 10);
    private static final int[] RATIOS = {1000, 500, 750, 1500, 2000, 3333};
    private static final List<SharePolicy> POLICIES = List.of(SharePolicy.values());
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Time for a new reservation to reach the pods. */
    private static final int PUBLISHED_TICKS = 40;

    final Random random;
    final Hole hole;
    final ModelFaults faults;
    final LeaseConfig settings;
    final ModelCluster cluster;
    final ModelYarn yarn;
    /** The NodeManagers of the node, first the one that is always there. */
    final List<ModelYarn> yarns = new ArrayList<>();

    long tick;

    private final long[] clockMillis = new long[STORM + CALM + 1];
    private final ModelSafety safety;
    private final ModelLiveness liveness;
    private ModelOperator leader;
    private ModelOperator former;
    private long formerUntil;
    private boolean hangs;
    private long leaderSince = 1;
    private int term;
    private YarnAmount leastRoom = YarnAmount.ZERO;
    /** When containers were last waited for. */
    private long lostAt = -LIVENESS_TICKS;
    /** When a pod last made room. */
    private long podLeftAt;

    private Eviction eviction;
    private boolean yarnWaits = true;
    private boolean podsWait = true;

    LeaseModel(long seed, Hole hole) {
        this.random = new Random(seed);
        this.hole = hole;
        this.faults = ModelFaults.any(random, hole);
        SharePolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
        int ratio = faults.has(ModelFault.RATIO) ? RATIOS[random.nextInt(RATIOS.length)] : RATIOS[0];
        this.settings = settings(policy, YarnConversion.safe(ratio, RATIOS[0]));
        this.cluster = new ModelCluster(random, hole, faults, settings.conversion(), FLOOR);
        this.yarn = new ModelYarn(random, faults, hole, "", FLOOR, CONFIGURED);
        yarns.add(yarn);
        this.safety = new ModelSafety(this);
        this.liveness = new ModelLiveness(this, faults.any(SLOW) ? SLOW_LIVENESS_TICKS : LIVENESS_TICKS);
        this.leader = new ModelOperator(this, 0, 0);
    }

    private LeaseConfig settings(SharePolicy policy, YarnConversion units) {
        ProtocolTimes defaults = ProtocolTimes.DEFAULT;
        // Grows as often as the order of writes allows, to find its holes.
        ProtocolTimes eager = new ProtocolTimes(
                defaults.settle(),
                Duration.ofSeconds(faults.has(ModelFault.STOCK_MANAGER) ? 60 : 20),
                Duration.ofSeconds(1),
                defaults.drainTimeout(),
                defaults.pressureTimeout(),
                defaults.resendAfter(),
                defaults.uncertainty(),
                hole == Hole.FALL_IS_BELIEVED ? TWO_HEARTBEATS : defaults.heartbeats(),
                defaults.staleAfter(),
                Duration.ofSeconds(20));
        PlannerConfig planner =
                new PlannerConfig(policy, 500, 500, 1000, FLOOR, YarnAmount.ZERO, 256, BatchAmount.ZERO);
        return new LeaseConfig(planner, Hysteresis.DEFAULT, eager, units);
    }

    /** Runs to the end; what broke first, null when all held. */
    String run() {
        for (tick = 1; tick <= STORM + CALM; tick++) {
            clockMillis[(int) tick] = clockMillis[(int) tick - 1];
            boolean storm = tick <= STORM;
            if (storm && faults.has(ModelFault.CLOCK) && random.nextInt(80) == 0) {
                clockMillis[(int) tick] += random.nextBoolean() ? 3_600_000 : -3_600_000;
            }
            advance(storm);
            lostAt = lost() ? tick : lostAt;
            String broken = safety.broken();
            if (broken == null && !storm) {
                broken = liveness.broken(leader.last());
            }
            if (broken != null) {
                return "tick " + tick + ": " + broken + " " + this;
            }
            if (tick - STORM > SETTLED_TICKS && liveness.goodFor() >= SETTLED_TICKS) {
                break;
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
        if (storm) {
            evict();
            cluster.disturb(tick);
        } else {
            cluster.calm(tick);
        }
        boolean processes = false;
        comeAndGo(storm);
        YarnAmount left = leftForYarn();
        yarn.room = left.min(tick % ROOM_TICKS == 0 ? leastRoom : yarn.room);
        leastRoom = tick % ROOM_TICKS == 0 ? left : leastRoom.min(left);
        boolean others = false;
        BatchAmount reach = BatchAmount.ZERO;
        for (ModelYarn one : yarns) {
            one.calm = !storm;
            one.advance(tick, cluster.file, yarnWaits);
            processes |= one.containers.any();
            reach = reach.plus(settings.conversion().toBatch(one.reach()));
            others |= one.setByOthersAt == tick;
        }
        if (others) {
            cluster.taken(tick);
        }
        BatchAmount podsBefore = cluster.pods;
        cluster.advance(tick, reach, processes, strangers());
        if (!podsBefore.fitsIn(cluster.pods)) {
            podLeftAt = tick;
        }
        if (cluster.disturbedAt == tick) {
            safety.disturbed(tick);
        }
        lead(storm);
    }

    /**
     * What the node has left for YARN, as far as anybody can know: the operator's watch may still show pods that have left, what lives on
     * without a NodeManager takes its part, and without a word of an agent what is kept for a lost one may be in use.
     */
    private YarnAmount leftForYarn() {
        BatchAmount room = cluster.origin()
                .minus(cluster.others)
                .minus(cluster.pods.max(cluster.podsOfTheWatch()))
                .positive();
        YarnAmount left = settings.conversion().toYarn(room);
        LeaseState state = leader.state();
        boolean blind = faults.has(ModelFault.WRONG_AGENT) && state != null;
        return left.minus(blind ? state.memory().beliefs().lost() : yarn.containers.orphaned);
    }

    /** What a plugin that is up says. */
    private Boolean strangers() {
        boolean there = yarn.up(tick) && yarn.state.inUse();
        return there ? Boolean.valueOf(!yarn.containers.orphaned.equals(YarnAmount.ZERO)) : null;
    }

    private void comeAndGo(boolean storm) {
        if (!faults.has(ModelFault.SECOND_MANAGER)) {
            return;
        }
        if (yarns.size() == 1 && storm && random.nextInt(100) == 0) {
            ModelYarn second = new ModelYarn(random, faults, hole, "other", FLOOR, CONFIGURED);
            second.join(tick, cluster.file);
            yarns.add(second);
        } else if (yarns.size() > 1 && (!storm || random.nextInt(80) == 0)) {
            yarns.get(1).leave();
        }
    }

    private void lead(boolean storm) {
        if (storm
                && faults.has(ModelFault.LEADERS)
                && random.nextInt(120) == 0
                && term + 1 < ModelOperator.MOST_TERMS) {
            former = leader;
            formerUntil = tick + random.nextInt(RPC_TICKS);
            hangs = faults.has(ModelFault.SPLIT) && random.nextBoolean();
            leader = new ModelOperator(this, ++term, tick);
            leaderSince = tick;
        }
        if (former != null && tick <= formerUntil) {
            // A call of its own may hang for as long as a call may take.
            if (hangs) {
                former.writeLate();
            } else {
                former.act(faults.has(ModelFault.SPLIT));
            }
        }
        // A pass takes its time, and so does what wakes the operator.
        if (leaderSince == tick || random.nextInt(storm ? 3 : 2) > 0) {
            leader.act(true);
        }
    }

    /** What the leader wants, null when it cannot say. */
    LeasePlan plan() {
        return leader.last() == null ? null : leader.last().plan();
    }

    long leaderSince() {
        return leaderSince;
    }

    /** Whether containers live, or may live, without a NodeManager: they are waited for. */
    boolean lost() {
        LeaseState state = leader.state();
        boolean kept = state != null && !state.memory().beliefs().lost().equals(YarnAmount.ZERO);
        return kept || yarn.state != ManagerState.LIVE;
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
        // A stock manager may still be late with the pods' share.
        if (cluster.edited() && !lost() && !faults.has(ModelFault.STOCK_MANAGER)) {
            return "what somebody wrote, or took, is still there " + this;
        }
        SharePolicy policy = settings.planner().policy();
        boolean justMadeRoom = podLeftAt > tick - PUBLISHED_TICKS;
        boolean capped = leader.state() != null && leader.state().memory().cap() != null;
        boolean justFound = lostAt > tick - LIVENESS_TICKS;
        if (policy == SharePolicy.STATIC || justFound || justMadeRoom || liveness.justDrained() || capped) {
            return null;
        }
        YarnAmount room = settings.conversion()
                .toYarn(cluster.origin()
                        .minus(cluster.others)
                        .minus(cluster.pods)
                        .positive());
        boolean has =
                yarn.capability.memoryMb() >= room.memoryMb() / 2 && yarn.capability.vcores() >= room.vcores() / 2;
        return has ? null : "YARN waits for " + room + " and has " + yarn.capability + " " + this;
    }

    Instant time(long at) {
        long wall = hole == Hole.WALL_CLOCK ? clockMillis[(int) at] : 0;
        return START.plusMillis(at * TICK_MILLIS + wall);
    }

    Eviction eviction() {
        return eviction;
    }

    /** The node agent evicts now and then; what it says it freed is anything. */
    private void evict() {
        if (faults.has(ModelFault.EVICTIONS) && random.nextInt(150) == 0) {
            BatchAmount freed = new BatchAmount(random.nextInt(6_000), random.nextInt(12) * (1L << 30));
            eviction = new Eviction(freed, time(tick));
        }
    }

    Demand demand() {
        return new Demand(true, 0, yarnWaits ? 4096 : 0, podsWait);
    }

    @Override
    public String toString() {
        return "O=" + cluster.originAnnotation() + " P=" + cluster.pods + " X=" + cluster.others + " L="
                + cluster.annotation + " file=" + cluster.file + " " + yarns + " " + leader.state() + " " + faults;
    }
}
