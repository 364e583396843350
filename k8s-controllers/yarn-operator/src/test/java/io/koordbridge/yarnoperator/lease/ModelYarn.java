package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

    private final Random random;
    private final ModelFaults faults;
    private final YarnAmount configured;
    private final YarnAmount floor;

    /** What the ResourceManager schedules on. */
    YarnAmount capability;
    /** What the NodeManager was told, kept on its disk. */
    YarnAmount told;
    /** What containers of the NodeManager hold. */
    YarnAmount used = YarnAmount.ZERO;
    /** What containers without a NodeManager hold. */
    YarnAmount orphaned = YarnAmount.ZERO;

    ManagerState state = ManagerState.LIVE;
    int port = FIRST_PORT;
    long epoch = 1;
    int raises;
    boolean calm;
    int cpuKills;
    int kills;
    final long[] acknowledged = new long[ModelOperator.MOST_TERMS];

    private final Deque<YarnAmount> containers = new ArrayDeque<>();
    private final List<YarnAmount> lostContainers = new ArrayList<>();
    private final Deque<Call> queue = new ArrayDeque<>();
    private long hangsUntil;
    private long killAt = Long.MAX_VALUE;
    private long knownFrom;
    private long upFrom;
    private long silentUntil;
    private long readsAt;
    private long lostFrom = Long.MAX_VALUE;
    private YarnAmount registersWith;
    private YarnAmount usedWhenLastSeen = YarnAmount.ZERO;

    private record Call(int term, int port, YarnAmount value, long graceTicks, long number, long at) {}

    ModelYarn(Random random, ModelFaults faults, YarnAmount floor, YarnAmount configured) {
        this.random = random;
        this.faults = faults;
        this.floor = floor;
        this.configured = configured;
        this.capability = floor;
        this.told = floor;
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
        return tick < knownFrom ? YarnAmount.ZERO : used;
    }

    void send(int term, int target, YarnAmount value, long graceTicks, long number, long at) {
        queue.addLast(new Call(term, target, value, graceTicks, number, at));
        if (faults.calls() && !calm && random.nextInt(8) == 0) {
            hangsUntil = Math.max(hangsUntil, at + random.nextInt(random.nextInt(4) == 0 ? 200 : 60));
        }
    }

    /** One tick; {@code file} is what the lease file says, null without one. */
    void advance(long tick, YarnAmount file, boolean demand) {
        fallSilent(tick);
        fail(tick);
        if (tick == readsAt) {
            YarnAmount read = (file == null ? floor : file).min(configured);
            registersWith = (faults.forgetsWhatItWasTold() ? read : read.min(told)).max(floor);
        }
        comeBack(tick);
        takeOne(tick);
        if (up(tick) && state == ManagerState.LIVE) {
            if (tick % HEARTBEAT == 0) {
                told = capability;
            }
            run(tick, demand);
        }
        if (!orphaned.equals(YarnAmount.ZERO) && random.nextInt(60) == 0) {
            orphaned = YarnAmount.ZERO;
            lostContainers.clear();
        }
    }

    private void fallSilent(long tick) {
        if (faults.silence() && !calm && random.nextInt(100) == 0) {
            silentUntil = random.nextBoolean() ? Long.MAX_VALUE : tick + random.nextInt(60);
        }
    }

    private void takeOne(long tick) {
        boolean hangs = tick < hangsUntil && !calm;
        if (!hangs && !queue.isEmpty() && queue.peekFirst().at() <= tick) {
            execute(queue.removeFirst(), tick);
        }
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
        if (faults.failover() && random.nextInt(120) == 0) {
            epoch++;
            queue.clear();
            hangsUntil = tick;
            state = ManagerState.UNKNOWN;
            usedWhenLastSeen = YarnAmount.ZERO;
            upFrom = tick + random.nextInt(10);
            registersWith = told;
        } else if (faults.restart() && random.nextInt(100) == 0) {
            restart(tick, random.nextInt(20), random.nextInt(4) == 0);
        } else if (faults.loss() && random.nextInt(150) == 0) {
            restart(tick, EXPIRY + 10 + random.nextInt(80), false);
            lostFrom = tick + EXPIRY;
            orphaned = orphaned.plus(used);
            lostContainers.addAll(containers);
            containers.clear();
            used = YarnAmount.ZERO;
        }
    }

    private void restart(long tick, int takes, boolean losesContainers) {
        usedWhenLastSeen = used;
        upFrom = tick + 1 + takes;
        readsAt = upFrom - random.nextInt(Math.min(takes, 20) + 1);
        if (losesContainers) {
            containers.clear();
            used = YarnAmount.ZERO;
        }
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
                containers.addAll(lostContainers);
                used = lostContainers.stream().reduce(YarnAmount.ZERO, YarnAmount::plus);
                orphaned = orphaned.minus(used);
            } else if (!orphaned.equals(YarnAmount.ZERO)) {
                // The plugin sees processes in the group that its NodeManager does not know.
                registersWith = floor;
            }
            lostContainers.clear();
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
        if (tick - call.at() <= CLIENT_WAITS) {
            acknowledged[call.term()] = Math.max(acknowledged[call.term()], call.number());
        }
        if (call.port() != port
                || state == ManagerState.DEAD
                || state == ManagerState.UNKNOWN
                || call.value().equals(capability)) {
            return;
        }
        raises += call.value().fitsIn(capability) ? 0 : 1;
        capability = call.value();
        killAt = tick + call.graceTicks();
    }

    private void run(long tick, boolean demand) {
        while (!containers.isEmpty() && random.nextInt(25) == 0) {
            release(containers.removeLast());
        }
        if (!used.fitsIn(capability) && tick >= killAt) {
            boolean memory = used.memoryMb() > capability.memoryMb();
            while (!used.fitsIn(capability)) {
                cpuKills += used.memoryMb() > capability.memoryMb() ? 0 : 1;
                kills++;
                release(containers.removeLast());
            }
            killAt = memory ? tick : Long.MAX_VALUE;
        }
        if (tick < knownFrom || !demand) {
            return;
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            YarnAmount container = new YarnAmount(1 + random.nextInt(3), 256 + random.nextInt(3_000));
            if (used.plus(container).fitsIn(capability)) {
                containers.addLast(container);
                used = used.plus(container);
            }
        }
    }

    private void release(YarnAmount container) {
        used = used.minus(container);
    }

    /** Values of calls that wait, for messages. */
    List<YarnAmount> waiting() {
        List<YarnAmount> values = new ArrayList<>();
        queue.forEach(call -> values.add(call.value()));
        return values;
    }
}
