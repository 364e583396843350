package io.koordbridge.page.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveStreamTest {

    private static final Duration LONG = Duration.ofHours(1);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void sendsAllAtFirstThenDifferencesAndAnEventEvenWithoutOne() throws IOException {
        LiveStream stream = new LiveStream(new ObjectMapper(), Duration.ofMillis(1), LONG);
        Deque<ObjectNode> documents = new ArrayDeque<>(List.of(document(1, 1), document(1, 2), document(1, 2)));

        stream.write(
                () -> {
                    if (documents.size() == 1) {
                        stream.close();
                    }
                    return documents.pop();
                },
                out);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("data: {\"a\":1,\"b\":1}\n\ndata: {\"b\":2}\n\ndata: {}\n\n");
    }

    @Test
    void endsAfterItsLifetime() throws IOException {
        LiveStream stream = new LiveStream(new ObjectMapper(), Duration.ofMillis(1), Duration.ZERO);

        stream.write(() -> document(1, 1), out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("data: {\"a\":1,\"b\":1}\n\n");
    }

    @Test
    void endsWhenTheReaderHasGone() {
        LiveStream stream = new LiveStream(new ObjectMapper(), Duration.ofMillis(1), LONG);
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("gone");
            }
        };

        assertThatThrownBy(() -> stream.write(() -> document(1, 1), broken)).hasMessage("gone");
    }

    private static ObjectNode document(int a, int b) {
        return JsonNodeFactory.instance.objectNode().put("a", a).put("b", b);
    }
}
