package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import io.koordbridge.scheduler.quota.preemption.Companions;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The gangs that a pod enters its quota with: the minimum of each or nothing. */
public final class GangParties implements Companions {

    /** One that never enters. */
    private static final Party NEVER = new Party(List.of(), 1);

    private final GangBook book;
    private final ClusterLedger ledger;

    /** Of the gangs of a book. */
    public GangParties(GangBook book, ClusterLedger ledger) {
        this.book = book;
        this.ledger = ledger;
    }

    @Override
    public List<Party> of(PodFacts pod) {
        Optional<String> gang = book.gangOf(pod.uid(), pod.key());
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            return List.of();
        }
        if (book.entry(gang.get()) != GangEntry.ALLOWED) {
            return List.of(NEVER);
        }
        List<Party> parties = new ArrayList<>();
        for (Snapshot one : book.groupOf(gang.get())) {
            GangSpec spec = one.spec();
            if (spec != null) {
                int bound = spec.policy() == MatchPolicy.WAITING_AND_RUNNING
                        ? one.bound().size()
                        : 0;
                parties.add(new Party(waiting(one), (int) Math.max(0, spec.minimum() - bound)));
            }
        }
        return parties;
    }

    private List<PodFacts> waiting(Snapshot gang) {
        List<PodFacts> waiting = new ArrayList<>();
        for (String key : gang.pods()) {
            int slash = key.indexOf('/');
            if (!book.isGated(key)) {
                ledger.pendingPod(key.substring(0, slash), key.substring(slash + 1))
                        .ifPresent(waiting::add);
            }
        }
        return waiting;
    }
}
