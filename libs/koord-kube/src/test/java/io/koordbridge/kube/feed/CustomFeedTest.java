package io.koordbridge.kube.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.kube.EmptyCluster;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CustomFeedTest {

    @Test
    void saysThatAServerAnswersInAnotherEncoding() {
        AtomicBoolean answered = new AtomicBoolean();
        FeedSink<NodeMetric> sink = new FeedSink<>() {
            @Override
            public void listing() {}

            @Override
            public void put(NodeMetric object) {}

            @Override
            public void remove(@Nullable String namespace, String name) {}

            @Override
            public void listed() {}

            @Override
            public void unsupported() {
                answered.set(true);
            }
        };
        try (EmptyCluster cluster = EmptyCluster.start("custom-feed-test");
                ObjectFeed<NodeMetric> feed = new ObjectFeed<>(
                        cluster.client(), FeedKind.custom(NodeMetric.class, 2), sink, ObjectFeed.Readiness.AT_ONCE)) {
            feed.start();
            Awaitility.await().untilTrue(answered);
            assertThat(feed.synced()).isFalse();
        }
    }
}
