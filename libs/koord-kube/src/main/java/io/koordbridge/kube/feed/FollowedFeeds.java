package io.koordbridge.kube.feed;

import com.codahale.metrics.Gauge;
import io.koordbridge.kube.feed.FeedState.Standing;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The feeds of a kind as one value: 1 when all of them follow, 0 when one does not, no number when there is nothing to follow. */
final class FollowedFeeds implements Gauge<Double> {

    private static final double MILLIS_PER_SECOND = 1_000;

    private final List<FeedState> feeds = new CopyOnWriteArrayList<>();

    void add(FeedState feed) {
        feeds.add(feed);
    }

    void remove(FeedState feed) {
        feeds.remove(feed);
    }

    @Override
    public Double getValue() {
        List<Standing> standings = feeds.stream().map(FeedState::standing).toList();
        if (standings.contains(Standing.LOST)) {
            return 0.0;
        }
        return standings.contains(Standing.FOLLOWING) ? 1.0 : Double.NaN;
    }

    /** For how long the one of them that heard least of the API server heard nothing, in seconds. */
    double silenceSeconds() {
        return feeds.stream()
                .mapToDouble(feed -> feed.silence().toMillis() / MILLIS_PER_SECOND)
                .max()
                .orElse(Double.NaN);
    }
}
