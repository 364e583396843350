package io.koordbridge.colo.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class AnswerBodyTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    /** Counts what a body asks for. */
    private static final class Asked implements Flow.Subscription {
        private long parts;
        private boolean cancelled;

        @Override
        public void request(long more) {
            parts += more;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private final Asked asked = new Asked();

    private AnswerBody body(Duration time, long most) {
        AnswerBody body = new AnswerBody(System.nanoTime() + time.toNanos(), most);
        body.onSubscribe(asked);
        return body;
    }

    private static List<ByteBuffer> bytes(String... texts) {
        return List.of(texts).stream()
                .map(text -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    @Test
    void readsAllPartsAndAsksForOneAtATime() throws IOException {
        AnswerBody body = body(LONG, 100);
        body.onNext(bytes("ab", "", "c"));
        body.onNext(bytes("dé"));
        body.onComplete();

        assertThat(body.read()).isEqualTo('a');
        assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("bcdé");
        assertThat(body.read()).isEqualTo(-1);
        assertThat(asked.parts).isEqualTo(3);
    }

    @Test
    void aSilentServerIsGivenUpAtTheDeadline() {
        AnswerBody body = body(Duration.ofMillis(1), 100);

        assertThatThrownBy(body::read).isInstanceOf(HttpTimeoutException.class);
        assertThat(asked.cancelled).isTrue();
    }

    @Test
    void aBodyAboveItsSizeIsNotReadFurther() {
        AnswerBody body = body(LONG, 3);
        body.onNext(bytes("abc"));
        body.onNext(bytes("d"));

        assertThatThrownBy(body::readAllBytes)
                .isInstanceOf(AnswerBody.TooLargeException.class)
                .hasMessageContaining("more than 0 MiB");
        assertThat(asked.cancelled).isTrue();
    }

    @Test
    void aBrokenConnectionIsAnError() {
        AnswerBody body = body(LONG, 100);
        body.onNext(bytes("ab"));
        body.onError(new IOException("reset"));

        assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class).hasMessage("reset");
    }

    @Test
    void anInterruptEndsTheWait() {
        AnswerBody body = body(LONG, 100);
        Thread.currentThread().interrupt();

        assertThatThrownBy(body::read).isInstanceOf(IOException.class).hasMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
