package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.koordbridge.kube.client.ApiPaths;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The requests of a feed in the encoding of its kind, each with a time limit. */
final class ListWatchRequests {

    private static final int OK = 200;
    private static final int WATCH_SECONDS = 420;
    private static final String LISTING = "listing ";

    private final KubernetesClient client;
    private final WatchedKind<?> kind;
    private final Limits limits;

    ListWatchRequests(KubernetesClient client, WatchedKind<?> kind) {
        this(client, kind, Limits.DEFAULTS);
    }

    ListWatchRequests(KubernetesClient client, WatchedKind<?> kind, Limits limits) {
        this.client = client;
        this.kind = kind;
        this.limits = limits;
    }

    /**
     * How long requests may take.
     *
     * @param answer for a page, and until a watch begins
     * @param watch for a watch from its request to its end, longer than the server lets it last. A watch that is given up before it
     *     is answered keeps a thread and a connection until then: the client library cannot cancel a call that has no answer yet.
     */
    record Limits(Duration answer, Duration watch) {
        static final Limits DEFAULTS = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(WATCH_SECONDS + 30));
    }

    /**
     * Asks for one page of a list. A malformed answer fails with a {@link RefusedException}.
     *
     * @param continuation token of the page before, empty for the first one
     * @param fresh whether what the API server has in memory may be too old
     */
    CompletableFuture<byte[]> page(String continuation, boolean fresh) {
        String further =
                continuation.isEmpty() ? "" : "&continue=" + URLEncoder.encode(continuation, StandardCharsets.UTF_8);
        return client.getHttpClient()
                .sendAsync(list(fresh, further), byte[].class)
                .thenApply(answer -> {
                    requireEncoded(answer, LISTING);
                    return answer.body();
                });
    }

    private HttpRequest list(boolean fresh, String further) {
        return request(kind.amount(fresh) + further, kind.encoding().listType())
                .timeout(limits.answer().toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    /**
     * Asks for a list in one answer, which is read while it arrives: it may be larger than memory. A malformed answer fails with a
     * {@link RefusedException}.
     *
     * @param fresh whether what the API server has in memory may be too old
     */
    BodyStream whole(boolean fresh) throws InterruptedException, ExecutionException, TimeoutException {
        BodyParts parts = new BodyParts();
        return new BodyStream(parts, begin(list(fresh, ""), parts, LISTING), limits.answer());
    }

    /**
     * Waits for a page.
     *
     * @throws RefusedException when the answer is malformed
     */
    byte[] await(CompletableFuture<byte[]> page) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return page.get(limits.answer().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            throw e;
        }
    }

    /**
     * Begins a watch; cancel the body of the answer at the end. Over HTTP/1.1 that ends the connection of a silent watch within
     * 100 ms. Where the server ends the answer in that very moment, the client library may hand the connection on while it still
     * reads it: the next request fails and is repeated. Over HTTP/2 only that watch ends.
     *
     * @param from version after which changes are wanted
     * @param frames gets what comes once the body is consumed
     */
    AsyncBody watch(String from, WatchFrames frames) throws InterruptedException, ExecutionException, TimeoutException {
        String query =
                "watch=true&allowWatchBookmarks=true&timeoutSeconds=" + WATCH_SECONDS + "&resourceVersion=" + from;
        HttpRequest request = request(query, kind.encoding().watchType())
                .forStreaming()
                .timeout(limits.watch().toMillis(), TimeUnit.MILLISECONDS)
                .build();
        return begin(request, frames, "watching ");
    }

    /** The body of an answer that is consumed part by part. */
    private AsyncBody begin(HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> parts, String what)
            throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<HttpResponse<AsyncBody>> started =
                client.getHttpClient().consumeBytes(request, parts);
        HttpResponse<AsyncBody> answer;
        try {
            answer = started.get(limits.answer().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException e) {
            // The client closes an answer that comes yet, and does not ask again when none comes.
            started.cancel(true);
            throw e;
        }
        try {
            requireEncoded(answer, what);
            return answer.body();
        } catch (RefusedException e) {
            answer.body().cancel();
            throw e;
        }
    }

    private void requireEncoded(HttpResponse<?> answer, String what) {
        String type = Optional.ofNullable(answer.header("Content-Type")).orElse("");
        if (answer.code() != OK) {
            throw new RefusedException(answer.code(), what + kind.plural());
        }
        if (!type.startsWith(kind.encoding().listType())) {
            throw new RefusedException(answer.code(), what + kind.plural(), type);
        }
    }

    private HttpRequest.Builder request(String query, String type) {
        String selector = kind.selector().isEmpty() ? "" : kind.selector() + "&";
        URI uri = ApiPaths.uri(client, kind.path() + "?" + selector + query);
        return client.getHttpClient().newHttpRequestBuilder().uri(uri).header("Accept", type);
    }
}
