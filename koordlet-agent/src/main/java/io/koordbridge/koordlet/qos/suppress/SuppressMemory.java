package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.protocol.CpuSet;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What suppression remembers from tick to tick.
 *
 * @param statuses which methods are in use; empty at first
 * @param decision that of the last tick
 * @param given CPUs that were given back last; empty while the cpuset is in use
 * @param kept what was given beside a scheduler that places best-effort pods; empty before
 * @param refusedMicros quota of the tier that the kernel does not take; empty when it takes what is asked
 * @param beside quotas of batch pods beside the tier by uid, -1 for none
 * @param cpusets what the last tick wanted groups to hold
 * @param steadiness of the allowance
 * @param pressure what is taken off the allowance while online pods wait for CPU
 */
public record SuppressMemory(
        Map<SuppressMethod, Status> statuses,
        Optional<SuppressDecision> decision,
        Optional<Given> given,
        Optional<Kept> kept,
        Optional<Long> refusedMicros,
        Map<String, Long> beside,
        List<CpusetLevels.Known> cpusets,
        Steadiness steadiness,
        PressureStep pressure) {

    public static final SuppressMemory NONE = of(Map.of(), Steadiness.START);

    /** Nothing but which methods are in use, and how steady the allowance is. */
    public static SuppressMemory of(Map<SuppressMethod, Status> statuses, Steadiness steadiness) {
        return new SuppressMemory(
                statuses,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                steadiness,
                PressureStep.NONE);
    }

    /** What was given back: to which groups, which CPUs, when. */
    public record Given(Groups groups, CpuSet cpus, Instant at) {

        boolean isFresh(Groups nowGroups, CpuSet nowCpus, Instant now) {
            return groups.equals(nowGroups) && cpus.equals(nowCpus) && now.isBefore(at.plus(GIVEN_AGAIN));
        }
    }

    /** Groups of a tier, and of batch pods beside it, by the group of their pod. */
    public record Groups(String tier, SortedMap<String, List<String>> pods) {}

    /**
     * Values that give the tier all CPUs beside a scheduler that places best-effort pods, and what they were made of.
     *
     * @param pods of the node
     * @param driver names their groups
     */
    public record Kept(Groups groups, CpuSet cpus, List<PodInfo> pods, CgroupDriver driver, List<List<Intent>> levels) {

        boolean isOf(Groups nowGroups, CpuSet nowCpus, List<PodInfo> nowPods, CgroupDriver nowDriver) {
            return driver == nowDriver && groups.equals(nowGroups) && cpus.equals(nowCpus) && pods.equals(nowPods);
        }
    }

    /** What others changed is put right after this time. */
    private static final Duration GIVEN_AGAIN = Duration.ofSeconds(60);

    /** State of a method. */
    public enum Status {
        USING,
        RECOVERED
    }

    public SuppressMemory {
        statuses = Map.copyOf(statuses);
        beside = Map.copyOf(beside);
    }

    SuppressMemory with(SuppressMethod method, Status status) {
        boolean taken = status == Status.USING && method == SuppressMethod.CPUSET;
        if (statuses.get(method) == status && !(taken && given.isPresent())) {
            return this;
        }
        Map<SuppressMethod, Status> next = new EnumMap<>(SuppressMethod.class);
        next.putAll(statuses);
        next.put(method, status);
        Optional<Given> then = taken ? Optional.empty() : given;
        return new SuppressMemory(next, decision, then, kept, refusedMicros, beside, cpusets, steadiness, pressure);
    }

    /** The method counts as in use again: its last write failed. */
    SuppressMemory stillUsing(SuppressMethod method) {
        return statuses.containsKey(method) ? with(method, Status.USING) : this;
    }

    SuppressMemory deciding(SuppressDecision next, Steadiness nextSteadiness, PressureStep nextPressure) {
        return new SuppressMemory(
                statuses, Optional.of(next), given, kept, refusedMicros, beside, cpusets, nextSteadiness, nextPressure);
    }

    SuppressMemory giving(Given next) {
        return new SuppressMemory(
                statuses, decision, Optional.of(next), kept, refusedMicros, beside, cpusets, steadiness, pressure);
    }

    SuppressMemory keeping(Kept next) {
        return new SuppressMemory(
                statuses, decision, given, Optional.of(next), refusedMicros, beside, cpusets, steadiness, pressure);
    }

    SuppressMemory refusing(Optional<Long> micros) {
        return refusedMicros.equals(micros)
                ? this
                : new SuppressMemory(statuses, decision, given, kept, micros, beside, cpusets, steadiness, pressure);
    }

    SuppressMemory limitingBeside(Map<String, Long> quotas) {
        return beside.equals(quotas)
                ? this
                : new SuppressMemory(
                        statuses, decision, given, kept, refusedMicros, quotas, cpusets, steadiness, pressure);
    }

    SuppressMemory knowing(List<CpusetLevels.Known> next) {
        return next == cpusets
                ? this
                : new SuppressMemory(
                        statuses, decision, given, kept, refusedMicros, beside, next, steadiness, pressure);
    }

    boolean isRecovered(SuppressMethod method) {
        return statuses.get(method) == Status.RECOVERED;
    }
}
