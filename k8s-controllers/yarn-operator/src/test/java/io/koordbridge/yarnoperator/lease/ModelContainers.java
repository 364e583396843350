package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The containers of one NodeManager, oldest first, and those that live on without it. */
final class ModelContainers {

    /** What containers of the NodeManager hold. */
    YarnAmount used = YarnAmount.ZERO;
    /** What application masters hold of it. */
    YarnAmount masters = YarnAmount.ZERO;
    /** What containers hold that no NodeManager knows. */
    YarnAmount orphaned = YarnAmount.ZERO;

    /** What those of them hold that the NodeManager finds again when it comes back under its name. */
    YarnAmount missed = YarnAmount.ZERO;

    /** Containers that ended though memory had room for them. */
    int cpuKills;
    /** Application masters that ended though the node had room for them. */
    int masterKills;

    private final Random random;
    private final boolean withMasters;
    private final List<Container> running = new ArrayList<>();
    private final List<Container> lost = new ArrayList<>();

    private record Container(YarnAmount size, boolean master) {}

    ModelContainers(Random random, boolean withMasters) {
        this.random = random;
        this.withMasters = withMasters;
    }

    boolean any() {
        return !running.isEmpty() || !orphaned.equals(YarnAmount.ZERO);
    }

    /** Some end by themselves; masters live longer. */
    void end() {
        while (!running.isEmpty() && random.nextInt(25) == 0) {
            int last = newestTask();
            remove(last < 0 || random.nextInt(10) == 0 ? running.size() - 1 : last);
        }
    }

    /** The scheduler places what fits. */
    void start(YarnAmount capability) {
        for (int attempt = 0; attempt < 3; attempt++) {
            YarnAmount size = new YarnAmount(1 + random.nextInt(3), 256 + random.nextInt(3_000));
            if (used.plus(size).fitsIn(capability)) {
                boolean master = withMasters && random.nextInt(8) == 0;
                running.add(new Container(size, master));
                used = used.plus(size);
                masters = master ? masters.plus(size) : masters;
            }
        }
    }

    /** Tasks before masters, the newest first; whether any of it was for memory. {@code room} is what the node has left for YARN. */
    boolean killDownTo(YarnAmount capability, boolean counts, YarnAmount room) {
        boolean memory = used.memoryMb() > capability.memoryMb();
        while (!used.fitsIn(capability)) {
            int victim = newestTask();
            if (counts) {
                cpuKills += used.memoryMb() > capability.memoryMb() ? 0 : 1;
                masterKills += victim < 0 && masters.fitsIn(room) ? 1 : 0;
            }
            remove(victim < 0 ? running.size() - 1 : victim);
        }
        return memory;
    }

    private int newestTask() {
        for (int i = running.size() - 1; i >= 0; i--) {
            if (!running.get(i).master()) {
                return i;
            }
        }
        return -1;
    }

    private void remove(int index) {
        Container gone = running.remove(index);
        used = used.minus(gone.size());
        masters = gone.master() ? masters.minus(gone.size()) : masters;
    }

    void vanish() {
        running.clear();
        used = YarnAmount.ZERO;
        masters = YarnAmount.ZERO;
    }

    /** They live on without a NodeManager. */
    void orphan() {
        orphaned = orphaned.plus(used);
        missed = missed.plus(used);
        lost.addAll(running);
        vanish();
    }

    /** The NodeManager finds those again that it lost last. */
    void adopt() {
        for (Container one : lost) {
            running.add(one);
            used = used.plus(one.size());
            masters = one.master() ? masters.plus(one.size()) : masters;
            orphaned = orphaned.minus(one.size());
        }
        forget();
    }

    /** Another NodeManager came: nobody finds them again. */
    void forget() {
        missed = YarnAmount.ZERO;
        lost.clear();
    }

    void endOrphans() {
        orphaned = YarnAmount.ZERO;
        forget();
    }
}
