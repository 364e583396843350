package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WatchFramesTest {

    private static final Duration SILENCE = Duration.ofSeconds(5);

    private WatchFrames frames = new WatchFrames(WatchFrames.Framing.LENGTH_FIRST);

    @Test
    void putsFramesTogetherHoweverTheyWereCut() throws InterruptedException {
        frames.begin(new Parts("\0\0\0\5he", "l", "lo\0\0\0\2hi\0\0", "\0\1!"));

        assertThat(next()).isEqualTo("hello");
        assertThat(next()).isEqualTo("hi");
        assertThat(next()).isEqualTo("!");
        assertThat(frames.next(SILENCE)).isEmpty();
    }

    @Test
    void putsLinesTogetherHoweverTheyWereCut() throws InterruptedException {
        frames = new WatchFrames(WatchFrames.Framing.LINES);
        frames.begin(new Parts("he", "llo\nhi", "\n\n", "!\nne"));

        assertThat(next()).isEqualTo("hello");
        assertThat(next()).isEqualTo("hi");
        assertThat(next()).isEmpty();
        assertThat(next()).isEqualTo("!");
        assertThat(frames.next(SILENCE)).isEmpty();
    }

    @Test
    void nothingIsReadWhileFramesAreHandled() throws InterruptedException {
        Parts parts = new Parts("\0\0\0\2hi\0\0\0\1!", "\0\0\0\1?");
        frames.begin(parts);

        assertThat(next()).isEqualTo("hi");
        assertThat(next()).isEqualTo("!");
        assertThat(parts.left).hasSize(1);
        assertThat(next()).isEqualTo("?");
    }

    @Test
    void aSilentConnectionCountsAsEnded() throws InterruptedException {
        Parts parts = new Parts("\0\0\0\5he");
        parts.open = true;
        frames.begin(parts);

        assertThat(frames.next(Duration.ofMillis(50))).isEmpty();
    }

    private String next() throws InterruptedException {
        return new String(frames.next(SILENCE).orElseThrow(), StandardCharsets.ISO_8859_1);
    }

    /** A body that delivers one part whenever one is asked for. */
    private final class Parts implements AsyncBody {
        private final Queue<String> left;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private boolean open;

        Parts(String... parts) {
            left = new ArrayDeque<>(List.of(parts));
        }

        @Override
        public void consume() {
            String part = left.poll();
            if (part == null) {
                if (!open) {
                    done.complete(null);
                }
                return;
            }
            try {
                frames.consume(List.of(ByteBuffer.wrap(part.getBytes(StandardCharsets.ISO_8859_1))), this);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            done.cancel(false);
        }
    }
}
