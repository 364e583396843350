package io.koordbridge.kube.listwatch;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The pages of one list. The next one may be asked for while the last one is decoded: the server works on it in parallel. */
final class PagesAhead implements AutoCloseable {

    private final ListWatchRequests requests;
    private final ReflectorMetrics metrics;
    private final boolean fresh;
    private @Nullable Asked asked;

    private record Asked(ReflectorMetrics.Request counted, CompletableFuture<byte[]> answer) {}

    /**
     * Pages of a list.
     *
     * @param fresh whether what the API server has in memory may be too old
     */
    PagesAhead(ListWatchRequests requests, ReflectorMetrics metrics, boolean fresh) {
        this.fresh = fresh;
        this.requests = requests;
        this.metrics = metrics;
    }

    /**
     * Asks for a page, unless one is asked for already.
     *
     * @param continuation token of the page before, empty for the first one
     */
    void ask(String continuation) {
        if (asked == null) {
            ReflectorMetrics.Request counted = metrics.list();
            asked = new Asked(counted, requests.page(continuation, fresh).thenApply(answer -> {
                counted.answered();
                return answer;
            }));
        }
    }

    /**
     * Waits for the page that is asked for.
     *
     * @throws RefusedException when the server said no
     */
    byte[] take() throws InterruptedException, ExecutionException, TimeoutException {
        Asked current = Objects.requireNonNull(asked, "no page was asked for");
        asked = null;
        try (ReflectorMetrics.Request counted = current.counted()) {
            try {
                return requests.await(current.answer());
            } catch (RefusedException e) {
                counted.refused(e);
                throw e;
            }
        }
    }

    /** Gives up what was asked for. */
    @Override
    public void close() {
        if (asked != null) {
            asked.answer().cancel(true);
            asked.counted().close();
        }
    }
}
