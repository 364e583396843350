package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.enforce.quota.QuotaMove;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** One tick of CPU burst, pod by pod. */
final class BurstRound {

    private static final long UNLIMITED = -1;

    private final NodeSnapshot snapshot;
    private final NodeState state;
    private final Map<String, TokenBucket> buckets;
    private final Map<String, BurstMemory.Given> given = new HashMap<>();
    private final List<QuotaPart> parts = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Settled settled;
    private final List<PodInfo> looked = new ArrayList<>();
    private final Set<String> busy = new HashSet<>();
    private int pods;
    private int raised;

    BurstRound(NodeSnapshot snapshot, NodeState state, BurstMemory before) {
        this.snapshot = snapshot;
        this.state = state;
        this.buckets = new HashMap<>(before.buckets());
        this.settled = before.settled();
    }

    private record Member(ContainerInfo container, String group, long quotaMicros, long periodMicros) {
        boolean isLimited() {
            return container.limitMilliCpu() > 0 && quotaMicros > 0;
        }

        long base() {
            return isLimited() ? BurstRules.baseMicros(container.limitMilliCpu(), periodMicros) : UNLIMITED;
        }
    }

    void add(PodInfo pod, BurstSettings settings) {
        settings.problem().ifPresent(text -> problems.add("Pod/" + pod.fullName() + ": cpuBurst: " + text));
        if (!settings.isAsked() && settled.has(pod, now())) {
            return;
        }
        String podGroup = snapshot.paths().podDir(pod.kubeQos(), pod.uid());
        // The kubelet's own write of a lower quota fails while the burst is above it.
        boolean resizing = pod.containers().stream().anyMatch(ContainerInfo::resizing);
        int before = parts.size();
        long podBurst = 0;
        int read = 0;
        for (ContainerInfo container : pod.containers()) {
            Optional<Member> member = member(pod, podGroup, container);
            if (member.isPresent()) {
                read++;
                podBurst += add(member.get(), settings, resizing);
            }
        }
        Optional<Long> quota = snapshot.readings().of(BurstNeeds.POD_QUOTA, pod);
        if (parts.size() > before && quota.isPresent()) {
            OptionalLong burst = written(snapshot.readings().of(BurstNeeds.POD_BURST, pod), podBurst);
            parts.add(new QuotaPart(podGroup, UNLIMITED, quota.get(), new QuotaPart.Around(burst), BurstStrategy.NAME));
        }
        pods += settings.isAsked() ? 1 : 0;
        if (settings.isAsked() || parts.size() > before) {
            busy.add(pod.uid());
        } else if (read == pod.containers().size()) {
            looked.add(pod);
        }
    }

    private Optional<Member> member(PodInfo pod, String podGroup, ContainerInfo container) {
        Optional<Long> quota = snapshot.readings().of(BurstNeeds.QUOTA, container);
        if (quota.isEmpty()) {
            return Optional.empty();
        }
        long period = snapshot.readings().of(BurstNeeds.PERIOD, container).orElse(CgroupFormat.PERIOD_MICROS);
        try {
            String group = snapshot.paths().containerDir(podGroup, container.id());
            return Optional.of(new Member(container, group, quota.get(), period));
        } catch (IllegalArgumentException e) {
            problems.add("Pod/" + pod.fullName() + ": container " + container.name() + ": " + e.getMessage()
                    + "; it does not burst");
            return Optional.empty();
        }
    }

    /** Adds a container, and answers its part of the burst of the pod. */
    private long add(Member member, BurstSettings settings, boolean resizing) {
        boolean allowed = member.isLimited() && allowed(member.container(), settings);
        boolean left = resizing || !member.isLimited();
        long limit = member.container().limitMilliCpu();
        long burst = left ? 0 : BurstRules.burstMicros(settings, limit, member.periodMicros());
        QuotaMove move = left ? QuotaMove.LEAVE : move(member, settings, allowed);
        OptionalLong written = written(snapshot.readings().of(BurstNeeds.BURST, member.container()), burst);
        if (move != QuotaMove.LEAVE || written.isPresent()) {
            give(member, new QuotaPart.Burst(move, BurstRules.ceilPercent(settings), written), burst);
        }
        return burst;
    }

    private void give(Member member, QuotaPart.Burst stage, long burst) {
        long base = member.base();
        parts.add(new QuotaPart(member.group(), base, member.quotaMicros(), stage, BurstStrategy.NAME));
        long quota = base < 0 ? UNLIMITED : stage.move().target(member.quotaMicros(), base, stage.ceilPercent());
        given.put(member.container().id(), new BurstMemory.Given(Math.min(burst, Math.max(0, quota)), quota));
        raised += quota > base ? 1 : 0;
    }

    /** Of a pod that does not burst nothing is touched but what was raised. */
    private QuotaMove move(Member member, BurstSettings settings, boolean allowed) {
        Optional<Double> throttled = snapshot.readings().of(BurstNeeds.THROTTLED, member.container());
        QuotaMove move = BurstRules.move(settings, allowed, throttled, state);
        return move == QuotaMove.RESET && member.quotaMicros() <= member.base() ? QuotaMove.LEAVE : move;
    }

    private boolean allowed(ContainerInfo container, BurstSettings settings) {
        BurstRules.Allowance allowance = BurstRules.allowance(
                settings,
                buckets.get(container.id()),
                snapshot.readings().of(BurstNeeds.USAGE, container),
                container.limitMilliCpu(),
                new BurstRules.Tokens(container.id(), now()));
        TokenBucket bucket = allowance.bucket();
        if (bucket != null) {
            buckets.put(container.id(), bucket);
        }
        return allowance.allowed();
    }

    /** Nothing for a kernel without the file, and for a file that holds nothing and gets nothing. */
    private static OptionalLong written(Optional<Long> held, long wanted) {
        return held.isEmpty() || (held.get() == 0 && wanted == 0) ? OptionalLong.empty() : OptionalLong.of(wanted);
    }

    private Instant now() {
        return snapshot.tick().at();
    }

    List<QuotaPart> parts() {
        return parts;
    }

    List<String> problems() {
        return problems;
    }

    BurstMemory memory() {
        buckets.values().removeIf(bucket -> bucket.isExpired(now()));
        return new BurstMemory(
                buckets,
                state,
                pods,
                raised,
                given,
                settled.next(snapshot.cluster().pods(), looked, busy, now()));
    }
}
