package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnEvicted;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnEvictedReader;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What the annotation {@code yarn-evicted} says, and when that was seen first. Another text is another eviction.
 *
 * @param text of the annotation, empty without one
 * @param eviction null without one that matters
 * @param problem what cannot be read, null when nothing
 */
@PureCore
record EvictionReading(
        String text, @Nullable Eviction eviction, @Nullable String problem) {

    /** Before a node was looked at. */
    static final EvictionReading UNREAD = new EvictionReading("", null, null);

    private static final Duration OF_INTEREST = Duration.ofMinutes(1);

    /**
     * After a look.
     *
     * @param first whether the node was never looked at: then an eviction may be long ago
     */
    EvictionReading next(Node node, boolean first, Instant now) {
        String said = AnnotationCodec.text(node, Annotations.NODE_YARN_EVICTED).orElse("");
        if (said.equals(text)) {
            return this;
        }
        Decoded<YarnEvicted> read = YarnEvictedReader.read(node);
        String bad = NodeProblems.joined(node, read);
        YarnEvicted evicted = read.value();
        if (evicted == null) {
            return new EvictionReading(said, read.isGood() ? null : eviction, bad);
        }
        boolean over = first && longAgo(evicted, now);
        return new EvictionReading(said, over ? null : new Eviction(freed(evicted), now), bad);
    }

    private static BatchAmount freed(YarnEvicted evicted) {
        return new BatchAmount(
                        evicted.cpuMilli() == null ? 0 : evicted.cpuMilli(),
                        evicted.memoryBytes() == null ? 0 : evicted.memoryBytes())
                .clamped();
    }

    private static boolean longAgo(YarnEvicted evicted, Instant now) {
        return evicted.time() == null
                || OffsetDateTime.parse(evicted.time())
                        .toInstant()
                        .plus(OF_INTEREST)
                        .isBefore(now);
    }
}
