package io.koordbridge.kube.listwatch;

import com.codahale.metrics.Gauge;
import io.koordbridge.kube.listwatch.ReflectorState.Condition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The feeds of a kind as one value: 1 when all of them follow, 0 when one does not, no number when there is nothing to follow. */
final class SyncedReflectors implements Gauge<Double> {

    private static final double MILLIS_PER_SECOND = 1_000;

    private final List<ReflectorState> feeds = new CopyOnWriteArrayList<>();

    void add(ReflectorState feed) {
        feeds.add(feed);
    }

    void remove(ReflectorState feed) {
        feeds.remove(feed);
    }

    @Override
    public Double getValue() {
        List<Condition> standings = feeds.stream().map(ReflectorState::standing).toList();
        if (standings.contains(Condition.LOST)) {
            return 0.0;
        }
        return standings.contains(Condition.FOLLOWING) ? 1.0 : Double.NaN;
    }

    /** For how long the one of them that heard least of the API server heard nothing, in seconds. */
    double silenceSeconds() {
        return feeds.stream()
                .mapToDouble(feed -> feed.silence().toMillis() / MILLIS_PER_SECOND)
                .max()
                .orElse(Double.NaN);
    }
}
