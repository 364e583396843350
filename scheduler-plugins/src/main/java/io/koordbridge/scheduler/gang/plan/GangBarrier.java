package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Arrival;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Binds of gangs wait until the minimum of their group has come together. Those of other pods take no lock here. Thread-safe. */
final class GangBarrier implements BindBarrier {

    private final GangBook book;
    private final ClusterLedger ledger;
    private final GangState state;

    GangBarrier(GangBook book, ClusterLedger ledger, GangState state) {
        this.book = book;
        this.ledger = ledger;
        this.state = state;
    }

    @Override
    public void arrive(BindRequest request, Runnable go, Consumer<String> refuse) {
        Optional<String> gang = book.gangOf(request.uid(), request.podKey());
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            go.run();
            return;
        }
        List<Runnable> calls;
        synchronized (state) {
            calls = arrived(gang.get(), new Arrival(request, go, refuse));
        }
        calls.forEach(Runnable::run);
    }

    private List<Runnable> arrived(String gang, Arrival arrival) {
        String key = arrival.request().podKey();
        GangAttempt attempt = state.find(gang);
        Place place = attempt == null ? null : attempt.places.get(key);
        if (attempt == null || place == null || !place.isFor(arrival.request())) {
            return List.of(() -> arrival.refuse().accept("gang " + gang + ": its plan was given up"));
        }
        Arrival before = attempt.arrivals.put(key, arrival);
        List<Runnable> calls = new ArrayList<>();
        if (before != null) {
            calls.add(() -> before.refuse().accept("asked to be bound a second time"));
        }
        if (book.permit(key).goes() || attempt.released) {
            calls.addAll(state.release(attempt));
        }
        return calls;
    }

    /** Which pods they are bound with, for those who look at pods one by one; quota specification section 10.2. */
    @Override
    public Map<String, String> annotations(BindRequest request) {
        Optional<String> gang = book.gangOf(request.uid(), request.podKey());
        if (gang.isEmpty()) {
            return Map.of();
        }
        synchronized (state) {
            GangAttempt attempt = state.find(gang.get());
            return attempt == null ? Map.of() : attempt.annotations(state.group(gang.get()), request.uid());
        }
    }

    @Override
    public void ended(BindRequest request, boolean placed) {
        // First by the pod: it may be gone, and its gang as well.
        GangAttempt attempt = state.endOfBind(request.uid());
        if (attempt != null) {
            synchronized (state) {
                attempt.ended(request.uid());
                if (!placed) {
                    ledger.release(request.uid(), Hold.Owner.GANG);
                    // A pod that has not come yet comes with the minimum again, or not at all.
                    attempt.released = false;
                }
            }
        }
        String key = request.podKey();
        if (book.gangOf(request.uid(), key).isPresent()) {
            if (placed) {
                book.bound(key);
            } else {
                book.leave(key);
            }
        }
    }
}
