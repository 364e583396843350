package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final BoundedBody body = new BoundedBody(10);

    private void send(String... parts) {
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long number) {
                assertThat(number).isPositive();
            }

            @Override
            public void cancel() {
                cancelled.set(true);
            }
        });
        for (String part : parts) {
            body.onNext(List.of(ByteBuffer.wrap(part.getBytes(StandardCharsets.UTF_8))));
        }
    }

    @Test
    void textOfTheSizeIsWhole() {
        send("01234", "5678ä".substring(0, 3), "ä");
        body.onComplete();

        assertThat(body.getBody().toCompletableFuture().join()).isEqualTo("01234567ä");
    }

    @Test
    void moreEndsTheAnswerAtOnce() {
        send("0123456789", "0", "1");

        assertThat(cancelled).isTrue();
        assertThatThrownBy(() -> body.getBody().toCompletableFuture().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("an answer of more than 10 bytes");
    }

    @Test
    void aBrokenConnectionIsNoAnswer() {
        send("0");
        body.onError(new IOException("reset"));

        assertThatThrownBy(() -> body.getBody().toCompletableFuture().join()).hasMessageContaining("reset");
    }
}
