package io.koordbridge.scheduler.quota;

import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All quotas, the pods in them and what the nodes offer. Events change it; the runtimes are calculated when somebody asks after a
 * change. Thread safe.
 */
public final class QuotaLedger {

    private final QuotaArgs args;
    private final TreeMap<String, QuotaSpec> quotas = new TreeMap<>();
    private final Map<String, String> byNamespace = new HashMap<>();
    private final Map<String, Member> members = new HashMap<>();
    private final Map<String, QuotaDemand> own = new HashMap<>();
    private final Map<String, ResourceVector> nodes = new HashMap<>();
    private ResourceVector nodesTotal = ResourceVector.EMPTY;
    private @Nullable Map<String, Solved> solved;

    /** A pod in its quota, with the end of its hold: null without one, and for a bound pod. */
    private record Member(
            PodQuota pod, String quota, @Nullable Instant heldUntil) {

        private boolean assigned() {
            return pod.bound() || heldUntil != null;
        }

        private QuotaDemand demand() {
            return QuotaDemand.of(pod.request(), assigned(), pod.nonPreemptible());
        }

        private Member in(String other) {
            return new Member(pod, other, heldUntil);
        }

        private Member held(@Nullable Instant until) {
            return new Member(pod, quota, until);
        }
    }

    /** A tree with its states; what holds change in them is brought up to date in place. */
    private record Solved(QuotaTree tree, Map<String, QuotaState> states) {

        private void use(QuotaSpec quota, QuotaDemand difference) {
            QuotaDemand counted = difference.within(quota.max());
            List<String> chain = new ArrayList<>(List.of(quota.name(), WellKnown.ROOT_QUOTA));
            tree.ancestors(quota).forEach(above -> chain.add(above.name()));
            chain.forEach(name -> states.computeIfPresent(name, (same, state) -> state.using(counted)));
        }
    }

    /** The built-in quotas alone. */
    public QuotaLedger(QuotaArgs args) {
        this.args = args;
        QuotaSpec.builtIns().forEach(quota -> quotas.put(quota.name(), quota));
    }

    /** A node came or changed. */
    public synchronized void nodeSeen(String node, ResourceVector allocatable) {
        ResourceVector before = nodes.put(node, allocatable);
        nodesChange(allocatable.minus(before == null ? ResourceVector.EMPTY : before));
    }

    /** A node is gone. */
    public synchronized void nodeGone(String node) {
        ResourceVector before = nodes.remove(node);
        if (before != null) {
            nodesChange(ResourceVector.EMPTY.minus(before));
        }
    }

    private void nodesChange(ResourceVector difference) {
        nodesTotal = QuotaSolver.changed(nodesTotal, difference);
        if (!difference.isZero()) {
            solved = null;
        }
    }

    /** A quota came or changed. It stays in the tree that it was in first. */
    public synchronized void quotaSeen(QuotaSpec seen) {
        if (seen.name().equals(WellKnown.ROOT_QUOTA)) {
            return;
        }
        QuotaSpec before = quotas.get(seen.name());
        QuotaSpec now = args.gates().multiQuotaTree() ? seen : seen.inDefaultTree();
        if (now.builtIn()) {
            now = QuotaSpec.builtIn(now.name(), now.max());
        } else if (before != null && !before.tree().id().equals(now.tree().id())) {
            now = now.inTree(before.tree());
        }
        if (!now.equals(before)) {
            quotas.put(now.name(), now);
            changed();
        }
    }

    /** A quota is gone: its pods go to the quota that is theirs now. */
    public synchronized void quotaGone(String name) {
        QuotaSpec gone = quotas.get(name);
        if (gone == null || gone.builtIn()) {
            return;
        }
        quotas.remove(name);
        changed();
        List<Member> left = members.values().stream()
                .filter(one -> one.quota().equals(name))
                .toList();
        left.forEach(this::moveHome);
        own.remove(name);
    }

    /** A pod came or changed. */
    public synchronized void podSeen(PodQuota pod) {
        Member before = members.get(pod.key());
        if (before != null && !before.pod().uid().equals(pod.uid())) {
            remove(before);
            before = null;
        }
        String quota = home(pod);
        boolean keeps = before != null && before.quota().equals(quota) && !pod.bound();
        Instant heldUntil = before == null || !keeps ? null : before.heldUntil();
        replace(before, new Member(pod, quota, heldUntil));
    }

    /** A pod is gone, or done. */
    public synchronized void podGone(String uid, String key) {
        Member before = members.get(key);
        if (before != null && before.pod().uid().equals(uid)) {
            remove(before);
        }
    }

    /** A pod that has a place counts as if it were bound, until a time at most. One that is bound or not known stays as it is. */
    public synchronized void hold(String key, Instant until) {
        hold(members.get(key), until);
    }

    /** The place of a pod that is not bound is given up. */
    public synchronized void release(String key) {
        hold(members.get(key), null);
    }

    private void hold(@Nullable Member before, @Nullable Instant until) {
        if (before == null || before.pod().bound()) {
            return;
        }
        Member now = before.held(until);
        members.put(now.pod().key(), now);
        QuotaDemand difference = now.demand().minus(before.demand());
        QuotaSpec quota = quotas.get(now.quota());
        if (before.assigned() == now.assigned() || quota == null) {
            return;
        }
        own.merge(now.quota(), difference, QuotaDemand::plus);
        Map<String, Solved> known = solved;
        if (known == null || quota.builtIn() || args.gates().guaranteeUsage()) {
            // There what is in use moves runtimes.
            solved = null;
        } else {
            Objects.requireNonNull(known.get(quota.tree().id())).use(quota, difference);
        }
    }

    /** Moves pods out of the default quota whose own quota has come. */
    public synchronized void moveOutOfDefault() {
        List<Member> waiting = members.values().stream()
                .filter(one -> one.quota().equals(WellKnown.DEFAULT_QUOTA))
                .toList();
        waiting.forEach(this::moveHome);
    }

    /** Gives up holds that are over, and drops pods that are past their grace period. */
    public synchronized void expire(Instant now) {
        List<Member> all = List.copyOf(members.values());
        for (Member one : all) {
            Instant heldUntil = one.heldUntil();
            Instant goneAt = one.pod().goneAt();
            if (goneAt != null && now.isAfter(goneAt)) {
                remove(one);
            } else if (heldUntil != null && now.isAfter(heldUntil)) {
                hold(one, null);
            }
        }
    }

    /** Whether a pod may enter its quota. One that is not known here has none. */
    public synchronized QuotaVerdict check(String key) {
        Member member = members.get(key);
        QuotaSpec quota = member == null ? null : quotas.get(member.quota());
        if (member == null || quota == null) {
            return QuotaVerdict.of(QuotaVerdict.Code.NO_QUOTA, "");
        }
        Solved tree = Objects.requireNonNull(solved().get(quota.tree().id()));
        // Its own hold does not stand in its way.
        return new QuotaAdmission(tree.tree(), tree.states(), args).check(member.pod(), member.assigned(), quota);
    }

    /** Whether a pod's events have arrived. */
    public synchronized boolean knows(String uid, String key) {
        Member member = members.get(key);
        return member != null && member.pod().uid().equals(uid);
    }

    /** Checks a pod and holds its room in one step; one that is refused holds nothing. */
    public synchronized QuotaVerdict enter(String key, Instant until) {
        QuotaVerdict verdict = check(key);
        hold(members.get(key), verdict.code().allows() ? until : null);
        return verdict;
    }

    /** The states of all quotas, by tree and name. */
    public synchronized Map<String, Map<String, QuotaState>> states() {
        Map<String, Map<String, QuotaState>> states = new TreeMap<>();
        solved().forEach((tree, one) -> states.put(tree, Map.copyOf(one.states())));
        return states;
    }

    /** What is known of a quota, null when it is not known. */
    public synchronized @Nullable QuotaSpec quota(String name) {
        return quotas.get(name);
    }

    private void changed() {
        solved = null;
        byNamespace.clear();
        // The smallest name has it when several name the same namespace.
        quotas.descendingMap()
                .values()
                .forEach(quota -> quota.namespaces().forEach(namespace -> byNamespace.put(namespace, quota.name())));
    }

    private String home(PodQuota pod) {
        return QuotaOfPod.name(pod, quotas, byNamespace, args.gates());
    }

    private void moveHome(Member member) {
        String home = home(member.pod());
        if (!home.equals(member.quota())) {
            replace(member, member.in(home));
        }
    }

    private void replace(@Nullable Member before, Member now) {
        if (before != null) {
            own.computeIfPresent(before.quota(), (name, sum) -> sum.minus(before.demand()));
        }
        if (!now.quota().isEmpty()) {
            own.merge(now.quota(), now.demand(), QuotaDemand::plus);
        }
        members.put(now.pod().key(), now);
        solved = null;
    }

    private void remove(Member member) {
        own.computeIfPresent(member.quota(), (name, sum) -> sum.minus(member.demand()));
        members.remove(member.pod().key());
        solved = null;
    }

    private Map<String, Solved> solved() {
        Map<String, Solved> known = solved;
        if (known != null) {
            return known;
        }
        Map<String, Collection<QuotaSpec>> trees = new TreeMap<>();
        trees.put("", new ArrayList<>());
        quotas.values()
                .forEach(quota -> trees.computeIfAbsent(quota.tree().id(), id -> new ArrayList<>())
                        .add(quota));
        Map<String, Solved> now = new TreeMap<>();
        trees.forEach((id, specs) -> {
            QuotaTree tree = QuotaTree.of(specs);
            ResourceVector total = id.isEmpty() ? defaultTotal() : treeTotal(specs);
            now.put(id, new Solved(tree, new TreeMap<>(QuotaSolver.solve(tree, own, total, args.solver()))));
        });
        solved = now;
        return now;
    }

    private ResourceVector defaultTotal() {
        ResourceVector total = nodesTotal;
        for (QuotaSpec quota : quotas.values()) {
            total = quota.tree().beside()
                    ? total
                    : QuotaSolver.changed(
                            total, ResourceVector.EMPTY.minus(quota.tree().total()));
        }
        return total;
    }

    private static ResourceVector treeTotal(Collection<QuotaSpec> specs) {
        ResourceVector total = ResourceVector.EMPTY;
        for (QuotaSpec quota : specs) {
            total = total.plus(quota.tree().total());
        }
        return total;
    }
}
