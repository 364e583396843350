package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A ResourceManager that takes calls in order but as late as it likes, fails over and then does not know what runs, and a NodeManager with
 * the plugin that hears by heartbeat, restarts and gets lost, with or without its containers. Half a second a tick.
 */
final class ModelYarn {

    static final int FIRST_PORT = 8041;
    private static final int CLIENT_WAITS = 10;
    private static final int HEARTBEAT = 2;
    private static final int EXPIRY = 12;
    /** For so long what hung has its effects. */
    private static final int HANGS = 60;
    /** By then a report that shows something was decided on. */
    private static final int SEEN = 3;

    final String cluster;
    final ModelContainers containers;
    private final Random random;
    private final ModelFaults faults;
    private final boolean forgets;
    private final YarnAmount configured;
    private final YarnAmount floor;

    /** What the ResourceManager schedules on. */
    YarnAmount capability;
    /** What the NodeManager was told, kept on its disk. */
    YarnAmount told;

    ManagerState state = ManagerState.LIVE;
    int port = FIRST_PORT;
    long epoch = 1;
    boolean calm;
    /** When a call, the ResourceManager or the NodeManager was last not there. */
    long impededAt;
    /** When the capability was last set by something else than an update of ours. */
    long setByOthersAt = -1;

    final long[] acknowledged = new long[ModelOperator.MOST_TERMS];

    /** The least that the node had left for YARN in the last seconds. */
    YarnAmount room = YarnAmount.ZERO;

    private final List<Call> queue = new ArrayList<>();
    private long hangsUntil;
    private long killAt = Long.MAX_VALUE;
    private boolean killsByOthers;
    private long knownFrom;
    private long upFrom;
    private long silentUntil;
    private long readsAt;
    private long lostFrom = Long.MAX_VALUE;
    private YarnAmount registersWith;
    private YarnAmount totalBefore = YarnAmount.ZERO;
    private long decommissionedUntil;
    private YarnAmount usedWhenLastSeen = YarnAmount.ZERO;

    private record Call(int term, UpdateNodeResource update, long graceTicks, long decided, long at) {}

    ModelYarn(Random random, ModelFaults faults, Hole hole, String cluster, YarnAmount floor, YarnAmount configured) {
        this.random = random;
        this.faults = faults;
        this.forgets = hole == Hole.FILE_OUTLIVES_LEASE || hole == Hole.FILE_CARRIES_RESERVATION;
        this.cluster = cluster;
        this.floor = floor;
        this.configured = configured;
        this.containers = new ModelContainers(random, faults.has(ModelFault.MASTERS));
        this.capability = floor;
        this.told = floor;
    }

    NodeManagerRef ref() {
        return new NodeManagerRef(cluster, "h", port);
    }

    boolean up(long tick) {
        return tick >= upFrom;
    }

    /** Whether the web server of a NodeManager that is up answers. */
    boolean answers(long tick) {
        return tick >= silentUntil;
    }

    /** What a report says: a ResourceManager whose scheduler does not know the node reports nothing in use. */
    YarnAmount reportedUse(long tick) {
        if (!up(tick)) {
            return usedWhenLastSeen;
        }
        return tick < knownFrom ? YarnAmount.ZERO : containers.used;
    }

    /** The most that it may schedule on without a further decision. */
    YarnAmount reach() {
        YarnAmount most = capability.max(told).max(totalBefore);
        most = registersWith == null ? most : most.max(registersWith);
        for (Call call : queue) {
            most = most.max(call.update().capability());
        }
        return most.max(containers.used.plus(containers.missed)).plus(containers.orphaned.minus(containers.missed));
    }

    /** What counts of it: what it schedules on, or what its containers hold. */
    YarnAmount held() {
        YarnAmount own = containers.used.plus(containers.missed);
        YarnAmount counts = state.inUse() ? capability.max(own) : own;
        return counts.plus(containers.orphaned.minus(containers.missed));
    }

    /** An update that was decided at a tick and comes somewhat later. */
    void send(int term, UpdateNodeResource update, long graceTicks, long decided, long late) {
        long at = decided + late;
        queue.add(new Call(term, update, graceTicks, decided, at));
        if (faults.has(ModelFault.CALLS) && !calm && random.nextInt(8) == 0) {
            hangsUntil = Math.max(hangsUntil, at + random.nextInt(random.nextInt(4) == 0 ? 200 : 60));
        }
    }

    /** One tick; {@code file} is what the lease file says, null without one. */
    void advance(long tick, YarnAmount file, boolean demand) {
        fallSilent(tick);
        fail(tick);
        if (tick == readsAt) {
            YarnAmount read = (file == null ? floor : file).min(configured);
            registersWith = (forgets || faults.has(ModelFault.OLD_PLUGIN) ? read : read.min(told)).max(floor);
        }
        comeBack(tick);
        interfere(tick);
        decommission(tick);
        takeOne(tick);
        boolean there = up(tick) && state.inUse();
        if (there) {
            if (tick % HEARTBEAT == 0) {
                told = capability;
            }
            run(tick, demand);
        }
        if (!there || tick < hangsUntil) {
            impededAt = tick;
        }
        if (!containers.orphaned.equals(YarnAmount.ZERO) && random.nextInt(60) == 0) {
            containers.endOrphans();
        }
    }

    private void fallSilent(long tick) {
        if (faults.has(ModelFault.SILENCE) && !calm && random.nextInt(100) == 0) {
            silentUntil = random.nextBoolean() ? Long.MAX_VALUE : tick + random.nextInt(60);
        }
    }

    private void interfere(long tick) {
        if (calm || !faults.has(ModelFault.OTHER_WRITER) || state != ManagerState.LIVE || random.nextInt(150) > 0) {
            return;
        }
        capability = new YarnAmount(1 + random.nextInt(40), 1024 + 256L * random.nextInt(200)).min(configured);
        killAt = tick + random.nextInt(60);
        killsByOthers = true;
        setByOthersAt = tick;
    }

    /** The total follows what is used; when it is called off, the one from before is back. */
    private void decommission(long tick) {
        boolean may = !calm && up(tick) && state == ManagerState.LIVE;
        if (may && strikes(ModelFault.DECOMMISSION, 150)) {
            state = ManagerState.DECOMMISSIONING;
            totalBefore = capability;
            decommissionedUntil = tick + 4 + random.nextInt(60);
        } else if (state == ManagerState.DECOMMISSIONING && (calm || tick >= decommissionedUntil)) {
            state = ManagerState.LIVE;
            capability = totalBefore;
            totalBefore = YarnAmount.ZERO;
            // With no time for what does not fit: that is the ResourceManager's doing.
            killAt = tick;
            killsByOthers = true;
        } else if (state == ManagerState.DECOMMISSIONING && tick % HEARTBEAT == 0) {
            capability = containers.used;
        }
    }

    /** It is not on the node any more, and its containers are not either. */
    void leave() {
        containers.vanish();
        queue.clear();
        state = ManagerState.DEAD;
        registersWith = null;
        upFrom = Long.MAX_VALUE;
    }

    /** It comes to the node and registers with what the lease file says. */
    void join(long tick, YarnAmount file) {
        capability = (file == null ? floor : file).max(floor);
        told = capability;
        setByOthersAt = tick;
    }

    private void takeOne(long tick) {
        boolean hangs = tick < hangsUntil && !calm;
        if (hangs || queue.isEmpty()) {
            return;
        }
        boolean reordered = faults.has(ModelFault.ADMIN_THREADS) && queue.size() > 1 && random.nextBoolean();
        int next = reordered ? 1 : 0;
        if (queue.get(next).at() <= tick) {
            execute(queue.remove(next), tick);
        }
    }

    private boolean strikes(ModelFault fault, int oneIn) {
        return faults.has(fault) && random.nextInt(oneIn) == 0;
    }

    private void fail(long tick) {
        if (!up(tick) || state != ManagerState.LIVE) {
            if (tick >= lostFrom && state == ManagerState.LIVE) {
                state = ManagerState.DEAD;
            }
            return;
        }
        if (calm) {
            return;
        }
        if (strikes(ModelFault.FAILOVER, 120)) {
            failOver(tick);
        } else if (strikes(ModelFault.RESTART, 100)) {
            restart(tick, random.nextInt(20));
            if (random.nextInt(4) == 0) {
                containers.vanish();
            }
        } else if (strikes(ModelFault.LOSS, 150)) {
            restart(tick, EXPIRY + 10 + random.nextInt(80));
            lostFrom = tick + EXPIRY;
            containers.orphan();
        } else if (strikes(ModelFault.ORPHANS, 150)) {
            restart(tick, 1 + random.nextInt(19));
            containers.orphan();
        }
    }

    private void failOver(long tick) {
        epoch++;
        queue.clear();
        hangsUntil = tick;
        state = ManagerState.UNKNOWN;
        usedWhenLastSeen = YarnAmount.ZERO;
        upFrom = tick + random.nextInt(10);
        registersWith = told;
    }

    private void restart(long tick, int takes) {
        usedWhenLastSeen = containers.used;
        upFrom = tick + 1 + takes;
        readsAt = upFrom - random.nextInt(Math.min(takes, 20) + 1);
    }

    private void comeBack(long tick) {
        if (registersWith == null || tick < upFrom) {
            return;
        }
        if (lostFrom != Long.MAX_VALUE) {
            // Under its old name it finds its containers again, under another one it does not.
            boolean another = state == ManagerState.DEAD && random.nextBoolean();
            port += another ? 1 : 0;
            if (!another) {
                containers.adopt();
            }
        }
        containers.forget();
        if (!containers.orphaned.equals(YarnAmount.ZERO)) {
            // The plugin sees processes in the group that its NodeManager does not know.
            registersWith = floor;
        }
        // What it was told is not what we wrote, or not known.
        boolean foreign = faults.has(ModelFault.OLD_PLUGIN) || faults.has(ModelFault.OTHER_WRITER);
        if (registersWith.equals(floor) || (foreign && !registersWith.fitsIn(capability))) {
            setByOthersAt = tick;
        }
        capability = registersWith;
        told = registersWith;
        registersWith = null;
        state = ManagerState.LIVE;
        lostFrom = Long.MAX_VALUE;
        knownFrom = tick + random.nextInt(8);
        killAt = Long.MAX_VALUE;
    }

    private void execute(Call call, long tick) {
        YarnAmount value = call.update().capability();
        if (tick - call.at() <= CLIENT_WAITS) {
            acknowledged[call.term()] =
                    Math.max(acknowledged[call.term()], call.update().number());
        }
        if (call.update().nodeManager().port() != port || !state.inUse() || value.equals(capability)) {
            return;
        }
        capability = value;
        totalBefore = totalBefore.equals(YarnAmount.ZERO) || random.nextBoolean() ? totalBefore : value;
        killAt = tick + call.graceTicks();
        // Decided before it was known what another client or a call that hung gave: that may be more than is left to
        // containers.
        boolean late = tick - call.at() > CLIENT_WAITS;
        killsByOthers = late || (setByOthersAt >= 0 && call.decided() <= setByOthersAt + SEEN);
    }

    private void run(long tick, boolean demand) {
        containers.end();
        if (!containers.used.fitsIn(capability) && tick >= killAt) {
            boolean memory = containers.killDownTo(
                    capability, !killsByOthers, tick < hangsUntil + HANGS ? YarnAmount.ZERO : room);
            killAt = memory ? tick : Long.MAX_VALUE;
        }
        if (tick >= knownFrom && demand && state == ManagerState.LIVE) {
            containers.start(capability);
        }
    }

    @Override
    public String toString() {
        List<YarnAmount> waiting =
                queue.stream().map(call -> call.update().capability()).toList();
        return "C=" + capability + " told=" + told + " U=" + containers.used + " M=" + containers.masters + " orphans="
                + containers.orphaned + " " + state + " calls=" + waiting;
    }
}
