package io.koordbridge.kube.client;

import static java.util.concurrent.CompletableFuture.runAsync;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class FirstCallAloneTest {

    private static final HttpRequest REQUEST = new StandardHttpRequest.Builder()
            .uri(URI.create("https://127.0.0.1/api/v1/nodes"))
            .build();
    private static final Duration LONG = Duration.ofMinutes(10);

    static List<Consumer<FirstCallAlone>> ends() {
        return List.of(
                calls -> calls.after(REQUEST, null, null),
                calls -> calls.afterConnectionFailure(REQUEST, new IOException("refused")));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void laterCallsWaitUntilTheFirstHasEnded(Consumer<FirstCallAlone> end) {
        FirstCallAlone calls = new FirstCallAlone(LONG);
        begin(calls);
        List<CompletableFuture<Void>> later = IntStream.range(0, 2)
                .mapToObj(unused -> runAsync(() -> begin(calls), run -> new Thread(run).start()))
                .toList();

        assertThat(later).noneMatch(CompletableFuture::isDone);
        end.accept(calls);

        assertThat(later).allSatisfy(call -> assertThat(call).succeedsWithin(Duration.ofSeconds(20)));
    }

    @Test
    void aFirstCallThatHangsHoldsTheOthersForAWhileOnly() {
        FirstCallAlone calls = new FirstCallAlone(Duration.ofMillis(1));
        begin(calls);

        CompletableFuture<Void> later = runAsync(() -> begin(calls));

        assertThat(later).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void nobodyWaitsOnceTheFirstHasEnded() {
        FirstCallAlone calls = new FirstCallAlone(LONG);
        begin(calls);
        calls.after(REQUEST, null, null);

        assertThat(runAsync(() -> begin(calls))).succeedsWithin(Duration.ofSeconds(20));
    }

    private static void begin(FirstCallAlone calls) {
        calls.before(null, REQUEST, new RequestTags() {
            @Override
            public <V> V getTag(Class<V> type) {
                return null;
            }
        });
    }
}
