package io.koordbridge.quickstart.observe;

import io.koordbridge.lab.process.ProcessCpu;
import io.koordbridge.quickstart.world.FreeNow.Ticks;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * CPU that went to others than this story: what was not idle on the machine, less what this process and all that it started used. One
 * thread.
 */
public final class OthersCpu {

    private final long nodeMilliCpu;
    private Map<Long, Duration> ours = Map.of();
    private Ticks machine = new Ticks(0, 0);

    public OthersCpu(long nodeMilliCpu) {
        this.nodeMilliCpu = nodeMilliCpu;
    }

    /** Milli-cores since the last look; -1 at the first. */
    public long look(Ticks now) {
        Map<Long, Duration> used = new HashMap<>();
        ProcessHandle self = ProcessHandle.current();
        Stream.concat(Stream.of(self), self.descendants())
                .forEach(one -> ProcessCpu.used(one.pid()).ifPresent(cpu -> used.put(one.pid(), cpu)));
        long milliCpu = others(machine, now, ours(ours, used), nodeMilliCpu);
        ours = used;
        machine = now;
        return milliCpu;
    }

    /** Of processes that are still there; one that has ended in between used its last bit unseen. */
    static Duration ours(Map<Long, Duration> before, Map<Long, Duration> after) {
        Duration sum = Duration.ZERO;
        for (Map.Entry<Long, Duration> one : after.entrySet()) {
            Duration past = before.getOrDefault(one.getKey(), Duration.ZERO);
            sum = one.getValue().compareTo(past) > 0 ? sum.plus(one.getValue().minus(past)) : sum;
        }
        return sum;
    }

    static long others(Ticks before, Ticks after, Duration ours, long nodeMilliCpu) {
        long passed = after.all() - before.all();
        if (before.all() == 0 || passed <= 0) {
            return -1;
        }
        // A tick is a hundredth of a second of one CPU.
        long busy = nodeMilliCpu * (after.busy() - before.busy()) / passed;
        long own = nodeMilliCpu * ours.toMillis() / (passed * 10);
        return Math.max(0, busy - own);
    }
}
