package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All quotas, the pods in them and what the nodes offer. Events change it; the runtimes are calculated when they are asked for after a
 * change. Thread safe.
 */
public final class QuotaLedger {

    private final QuotaArgs args;
    private final TreeMap<String, QuotaSpec> quotas = new TreeMap<>();
    private Map<String, String> byNamespace = Map.of();
    private final Map<String, QuotaMember> members = new HashMap<>();
    private final Map<String, QuotaDemand> own = new HashMap<>();
    private final NodeTotals nodes = new NodeTotals();
    /** Members that something happens to when a time has come: held, or past their grace period then. */
    private final Set<String> timed = new HashSet<>();

    private final QuotaClaims claims = new QuotaClaims();

    private @Nullable Map<String, SolvedTree> solved;
    private long version;
    private boolean quotasChanged;

    /** Only the built-in quotas. */
    public QuotaLedger(QuotaArgs args) {
        this.args = args;
        QuotaSpec.builtIns().forEach(quota -> quotas.put(quota.name(), quota));
    }

    /** A node came or changed. */
    public synchronized void nodeSeen(String node, ResourceVector allocatable) {
        if (nodes.seen(node, allocatable)) {
            nodesChanged();
        }
    }

    /** A node is gone. */
    public synchronized void nodeGone(String node) {
        if (nodes.gone(node)) {
            nodesChanged();
        }
    }

    private void nodesChanged() {
        version++;
        Map<String, SolvedTree> known = solved;
        if (known != null) {
            known.computeIfPresent("", (id, tree) -> tree.withNodes(quotas.values(), nodes.total()));
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
            if (before != null && !before.namespaces().equals(now.namespaces())) {
                of(now.name()).forEach(this::moveHome);
            }
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
        of(name).forEach(this::moveHome);
        own.remove(name);
    }

    private List<QuotaMember> of(String quota) {
        return members.values().stream()
                .filter(one -> one.quota().equals(quota))
                .toList();
    }

    /** A pod came or changed. */
    public synchronized void podSeen(PodQuota pod) {
        QuotaMember before = members.get(pod.key());
        if (before != null && !before.pod().uid().equals(pod.uid())) {
            remove(before);
            before = null;
        }
        String quota = home(pod);
        boolean keeps = before != null && before.quota().equals(quota) && !pod.bound();
        Instant heldUntil = before == null || !keeps ? null : before.heldUntil();
        QuotaMember now = new QuotaMember(pod, quota, heldUntil);
        if (before != null && before.quota().equals(quota) && before.demand().equals(now.demand())) {
            // Most events of a pod do not concern what it requests.
            put(now);
        } else {
            replace(before, now);
        }
    }

    /** A pod is gone, or done. */
    public synchronized void podGone(String uid, String key) {
        QuotaMember before = members.get(key);
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

    private void hold(@Nullable QuotaMember before, @Nullable Instant until) {
        if (before == null || before.pod().bound()) {
            return;
        }
        QuotaMember now = before.held(until);
        put(now);
        QuotaDemand difference = now.demand().minus(before.demand());
        QuotaSpec quota = quotas.get(now.quota());
        if (before.assigned() == now.assigned() || quota == null) {
            return;
        }
        own.merge(now.quota(), difference, QuotaDemand::plus);
        demandChanged(now.quota());
    }

    /** The sums over the pods of a quota changed. */
    private void demandChanged(String name) {
        version++;
        Map<String, SolvedTree> known = solved;
        QuotaSpec quota = quotas.get(name);
        if (known != null && quota != null) {
            Objects.requireNonNull(known.get(quota.tree().id())).demandOf(name);
        }
    }

    /** Moves pods out of the default quota whose own quota has come. */
    public synchronized void moveOutOfDefault() {
        if (quotasChanged) {
            quotasChanged = false;
            of(WellKnown.DEFAULT_QUOTA).forEach(this::moveHome);
        }
    }

    /** Gives up holds that are over by now, and drops pods whose grace period is over by the time of day. */
    public synchronized void expire(Instant now, Instant timeOfDay) {
        version += claims.expire(now, members);
        for (QuotaMember one : timed.stream().map(members::get).toList()) {
            Instant heldUntil = one.heldUntil();
            Instant goneAt = one.pod().goneAt();
            if (goneAt != null && timeOfDay.isAfter(goneAt)) {
                remove(one);
            } else if (heldUntil != null && now.isAfter(heldUntil)) {
                hold(one, null);
            }
        }
    }

    /** Whether a pod may enter its quota. One that is not known here has none. */
    public synchronized QuotaVerdict check(String key) {
        return checkAmid(key, List.of(), List.of());
    }

    /**
     * The same if pods of its quota had gone and others had come.
     *
     * @param come pods that wait
     */
    public synchronized QuotaVerdict checkAmid(String key, Collection<PodQuota> gone, Collection<PodQuota> come) {
        QuotaDemand others = QuotaDemand.NONE;
        for (PodQuota one : come) {
            others = isAssigned(one) ? others : others.plus(one.used());
        }
        for (PodQuota one : gone) {
            others = others.minus(one.used());
        }
        QuotaMember member = members.get(key);
        return checkBeside(key, member == null ? Map.of() : Map.of(member.quota(), others), Set.of());
    }

    /** The same beside more than what is in use, by quota; pods that are counted there are named. */
    synchronized QuotaVerdict checkBeside(String key, Map<String, QuotaDemand> others, Set<String> counted) {
        QuotaMember member = members.get(key);
        QuotaSpec quota = member == null ? null : quotas.get(member.quota());
        if (member == null || quota == null) {
            return QuotaVerdict.of(QuotaVerdict.Code.NO_QUOTA, "");
        }
        SolvedTree tree = Objects.requireNonNull(solved().get(quota.tree().id()));
        QuotaDemand more = member.addition().plus(others.getOrDefault(quota.name(), QuotaDemand.NONE));
        for (QuotaMember other : claims.beside(member, members)) {
            boolean twice = counted.contains(other.pod().key());
            more = twice ? more : more.plus(other.pod().used());
        }
        return new QuotaAdmission(tree.tree(), tree.solver()::state, args).check(member.pod(), more, quota);
    }

    /** What a pod adds to its quota when it enters: nothing when it counts there already. */
    synchronized QuotaDemand addition(String key) {
        QuotaMember member = members.get(key);
        return member == null ? QuotaDemand.NONE : member.addition();
    }

    private boolean isAssigned(PodQuota pod) {
        QuotaMember member = members.get(pod.key());
        return member != null && (member.assigned() || claims.has(pod.key()));
    }

    /** Room that becomes free in the pod's quota is kept for it, until a time at most; null gives it up. */
    public synchronized void claim(String key, @Nullable Instant until) {
        claims.put(key, until);
        version++;
    }

    /** Equal for pods of which none enters while another one is refused. */
    synchronized Object kind(String key) {
        QuotaMember member = members.get(key);
        return member == null || claims.has(key)
                ? key
                : List.of(member.quota(), member.pod().request(), member.pod().nonPreemptible());
    }

    /** Whether a pod's events have arrived. */
    public synchronized boolean knows(String uid, String key) {
        QuotaMember member = members.get(key);
        return member != null && member.pod().uid().equals(uid);
    }

    /** Whether a pod waits for a node. */
    public synchronized boolean waits(String uid, String key) {
        QuotaMember member = members.get(key);
        return member != null && member.pod().uid().equals(uid) && !member.pod().bound();
    }

    /** How important a pod is; the least when it is not known. */
    public synchronized PodRank rank(String key) {
        QuotaMember member = members.get(key);
        return member == null ? PodRank.LOWEST : member.pod().rank();
    }

    /** Grows with each change that may let a pod in, or keep one out. */
    public synchronized long version() {
        return version;
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
        solved().forEach((tree, one) -> states.put(tree, one.states()));
        return states;
    }

    /**
     * A pod of a quota.
     *
     * @param assigned whether it is bound or held
     */
    public record Entry(PodQuota pod, boolean assigned) {}

    /** The pods of a quota, without those of its children, by namespace and name. */
    public synchronized List<Entry> pods(String quota) {
        return of(quota).stream()
                .map(one -> new Entry(one.pod(), one.assigned()))
                .sorted(Comparator.comparing(one -> one.pod().key()))
                .toList();
    }

    /** Number of pods that have no node, by quota, without those of its children. */
    public synchronized Map<String, Integer> waiting() {
        Map<String, Integer> waiting = new HashMap<>();
        members.values().stream()
                .filter(one -> !one.pod().bound())
                .forEach(one -> waiting.merge(one.quota(), 1, Integer::sum));
        return waiting;
    }

    /** All quotas that are known, in use or not, by name. */
    public synchronized List<QuotaSpec> quotas() {
        return List.copyOf(quotas.values());
    }

    /** How the runtime of a quota came about, empty when it is not in use. */
    public synchronized Optional<QuotaExplanation> explanation(String name) {
        QuotaSpec quota = quotas.get(name);
        SolvedTree tree = quota == null ? null : solved().get(quota.tree().id());
        QuotaState above = tree == null || quota == null ? null : tree.solver().state(quota.parent());
        return above == null || quota == null || tree == null || tree.solver().state(name) == null
                ? Optional.empty()
                : Optional.of(QuotaExplanation.of(
                        quota, tree.tree().children(quota.parent()), tree.states(), above.runtime()));
    }

    /** What is known of a quota, null when it is not known. */
    public synchronized @Nullable QuotaSpec quota(String name) {
        return quotas.get(name);
    }

    private void unsolved() {
        solved = null;
        version++;
    }

    private void changed() {
        unsolved();
        quotasChanged = true;
        byNamespace = QuotaOfPod.byNamespace(quotas, args.bindings());
    }

    private String home(PodQuota pod) {
        return QuotaOfPod.name(pod, quotas, byNamespace, args.gates());
    }

    private void moveHome(QuotaMember member) {
        String home = home(member.pod());
        if (!home.equals(member.quota())) {
            replace(member, member.in(home));
        }
    }

    private void replace(@Nullable QuotaMember before, QuotaMember now) {
        if (before != null && before.quota().equals(now.quota())) {
            own.computeIfPresent(before.quota(), (name, sum) -> sum.minus(before.demand()));
        } else if (before != null) {
            subtract(before);
        }
        if (!now.quota().isEmpty()) {
            own.merge(now.quota(), now.demand(), QuotaDemand::plus);
        }
        put(now);
        demandChanged(now.quota());
    }

    private void put(QuotaMember now) {
        members.put(now.pod().key(), now);
        timed.remove(now.pod().key());
        if (now.heldUntil() != null || now.pod().goneAt() != null) {
            timed.add(now.pod().key());
        }
    }

    private void remove(QuotaMember member) {
        members.remove(member.pod().key());
        timed.remove(member.pod().key());
        subtract(member);
    }

    private void subtract(QuotaMember member) {
        own.computeIfPresent(member.quota(), (name, sum) -> sum.minus(member.demand()));
        demandChanged(member.quota());
    }

    private Map<String, SolvedTree> solved() {
        Map<String, SolvedTree> known = solved;
        if (known == null) {
            known = SolvedTree.all(quotas.values(), own, nodes.total(), args.solver());
            solved = known;
        }
        return known;
    }
}
