package io.koordbridge.kube.access;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides on requests for pages: those from the process's own loopback address pass, as those of {@code kubectl port-forward} do, all others
 * need a bearer token. Thread-safe.
 */
public final class RequestAccess {

    /** Other addresses of the loopback network are used by proxies beside the process, which pass on what comes from elsewhere. */
    private static final Set<String> LOOPBACK =
            Set.of("127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]");

    private static final String SCHEME = "bearer ";
    private static final int LONGEST_TOKEN = 16_384;

    private final TokenReviews reviews;
    private final boolean anonymous;
    private final MetricRegistry metrics;

    /**
     * A decision for a process.
     *
     * @param anonymous whether every request passes
     */
    public RequestAccess(TokenReviews reviews, boolean anonymous, MetricRegistry metrics) {
        this.reviews = reviews;
        this.anonymous = anonymous;
        this.metrics = metrics;
    }

    /**
     * What is known of a request.
     *
     * @param address the peer's, as a literal; null when not known
     * @param forwarded whether a proxy says that it passes the request on for another client
     * @param authorization the header, null when absent
     * @param peer token of another replica that asks for a client of its own, null when absent
     * @param method of HTTP
     */
    public record Caller(
            @Nullable String address,
            boolean forwarded,
            @Nullable String authorization,
            @Nullable String peer,
            String method) {

        /** A client that is no replica of this process. */
        public Caller(@Nullable String address, boolean forwarded, @Nullable String authorization, String method) {
            this(address, forwarded, authorization, null, method);
        }
    }

    /** Why a request is refused, as a status of HTTP and a sentence. */
    public record Refusal(int status, String text) {}

    /** Empty when the request may be answered. May wait for the API server, for some seconds. */
    public Optional<Refusal> refusal(Caller caller) {
        boolean local = caller.address() != null && LOOPBACK.contains(caller.address()) && !caller.forwarded();
        if (anonymous || local) {
            return Optional.empty();
        }
        String verb = caller.method().equals("HEAD") ? "get" : caller.method().toLowerCase(Locale.ROOT);
        TokenReviews.Verdict verdict = verdict(caller, verb);
        metrics.counter(MetricNames.of(
                        "koord_access_requests_total", "verdict", verdict.name().toLowerCase(Locale.ROOT)))
                .inc();
        return switch (verdict) {
            case ALLOWED -> Optional.empty();
            case UNKNOWN ->
                Optional.of(new Refusal(
                        401, "from another host this needs a bearer token that the API server knows (Authorization)"));
            case FORBIDDEN ->
                Optional.of(new Refusal(
                        403, "the token's user may not " + verb + " the non-resource URL " + reviews.url()));
            case NOT_REVIEWED -> Optional.of(new Refusal(503, "the API server did not review the token, try again"));
        };
    }

    private TokenReviews.Verdict verdict(Caller caller, String verb) {
        String peer = caller.peer();
        if (caller.authorization() == null && peer != null && peer.length() <= LONGEST_TOKEN) {
            return reviews.peerVerdict(peer);
        }
        return token(caller.authorization())
                .map(token -> reviews.verdict(token, verb))
                .orElse(TokenReviews.Verdict.UNKNOWN);
    }

    private static Optional<String> token(@Nullable String authorization) {
        if (authorization == null
                || authorization.length() > LONGEST_TOKEN
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return Optional.of(authorization.substring(SCHEME.length()).strip()).filter(token -> !token.isEmpty());
    }
}
