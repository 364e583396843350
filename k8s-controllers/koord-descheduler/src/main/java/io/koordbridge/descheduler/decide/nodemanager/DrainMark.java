package io.koordbridge.descheduler.decide.nodemanager;

import io.koordbridge.protocol.PureCore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the mark of one pod. Only a change counts, by the clock of this process: the time in the text is the writer's and
 * is not read. The first text that is seen proves nothing, because it may be as old as the pod; nor does one that appears, until it
 * is renewed.
 *
 * @param text the text, or its digest when it is long; empty when the pod has no mark
 * @param changed when the text was last seen to change, null before
 */
@PureCore
public record DrainMark(String text, @Nullable Instant changed) {

    /** How long a change proves that the NodeManager is drained; the writer renews the mark twice in that time. */
    public static final Duration FRESH = Duration.ofSeconds(10);

    private static final int LONGEST = 64;

    /** A mark at first sight. */
    public static DrainMark first(String text) {
        return new DrainMark(bounded(text), null);
    }

    /** The mark after the pod was seen with a text. */
    public DrainMark seen(String next, Instant now) {
        String bounded = bounded(next);
        if (bounded.equals(text)) {
            return this;
        }
        return new DrainMark(bounded, text.isEmpty() || bounded.isEmpty() ? null : now);
    }

    /** The mark after a time in which changes could be missed: it has not been seen to change. */
    public DrainMark afterGap() {
        return changed == null ? this : new DrainMark(text, null);
    }

    /** Whether the NodeManager is drained. A change in the future is one of a clock that went back, and proves nothing. */
    public boolean isDrained(Instant now) {
        return changed != null
                && !now.isBefore(changed)
                && Duration.between(changed, now).compareTo(FRESH) <= 0;
    }

    private static String bounded(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest, 0, LONGEST / 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
