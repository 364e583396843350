package io.koordbridge.kube.access;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.WellKnown;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the API server about bearer tokens and remembers its answers for a short time, under a digest of the token. Few are asked about at once
 * and in a second, so that made-up tokens cost neither the API server nor this process's own writes. Thread-safe.
 */
public final class TokenReviews {

    private static final Logger LOG = LoggerFactory.getLogger(TokenReviews.class);
    private static final Duration CALL = Duration.ofSeconds(3);
    private static final int RETRIES = 1;
    private static final long ALLOWED_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long REFUSED_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int AT_ONCE = 4;
    private static final int PER_SECOND = 20;
    private static final int REMEMBERED = 1_000;
    private static final String PROBLEM = "review";

    private final KubernetesClient client;
    private final String url;
    private final MetricRegistry metrics;
    private final LongSupplier nanoTime;
    private final Supplier<Optional<String>> peerToken;
    private final Semaphore turns = new Semaphore(AT_ONCE);
    private final RecurringProblems<String> failing = new RecurringProblems<>();
    private final Map<String, Remembered> remembered = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Remembered> eldest) {
            return size() > REMEMBERED;
        }
    };
    private long secondBegan;
    private int askedInSecond;

    /** What the API server says of a token. */
    public enum Verdict {
        /** Its user may. */
        ALLOWED,
        /** No token, or none that the API server knows. */
        UNKNOWN,
        /** Its user may not. */
        FORBIDDEN,
        /** No answer, or too many questions. */
        NOT_REVIEWED
    }

    private record Remembered(Verdict verdict, long untilNanos) {}

    /**
     * The reviews of a process.
     *
     * @param processName names what is asked for: the non-resource URL {@code /koord-bridge/<process>}
     * @param nanoTime as {@link System#nanoTime}
     */
    public TokenReviews(KubernetesClient client, String processName, MetricRegistry metrics, LongSupplier nanoTime) {
        this(client, processName, metrics, nanoTime, Optional::empty);
    }

    /**
     * The reviews of a process with several replicas.
     *
     * @param peerToken this replica's own token for {@link WellKnown#PEER_AUDIENCE}
     */
    public TokenReviews(
            KubernetesClient client,
            String processName,
            MetricRegistry metrics,
            LongSupplier nanoTime,
            Supplier<Optional<String>> peerToken) {
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) CALL.toMillis())
                        .withRequestRetryBackoffLimit(RETRIES)
                        .build())
                .adapt(KubernetesClient.class);
        // A path of its own: every user may get /api and what is below, by the role system:discovery.
        this.url = "/koord-bridge/" + processName;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.peerToken = peerToken;
        this.secondBegan = nanoTime.getAsLong();
    }

    /** The non-resource URL that a user needs a right to. */
    public String url() {
        return url;
    }

    /**
     * What a token's user may.
     *
     * @param verb of non-resource URLs, such as get
     */
    public Verdict verdict(String token, String verb) {
        return reviewed(verb + " " + digest(token), () -> review(token, verb));
    }

    /** Whether a token is that of another replica: of the same service account as ours, and for the same audience. */
    public Verdict peerVerdict(String token) {
        return reviewed("a replica " + digest(token), () -> peerReview(token));
    }

    private Verdict reviewed(String key, Supplier<Verdict> review) {
        Verdict known = known(key);
        if (known != null) {
            return known;
        }
        if (!turns.tryAcquire()) {
            return Verdict.NOT_REVIEWED;
        }
        try {
            return mayAsk() ? asked(key, review) : Verdict.NOT_REVIEWED;
        } finally {
            turns.release();
        }
    }

    private Verdict asked(String key, Supplier<Verdict> review) {
        Verdict verdict;
        try {
            verdict = review.get();
            if (failing.ends(PROBLEM)) {
                LOG.info("tokens of requests are reviewed again");
            }
        } catch (KubernetesClientException e) {
            verdict = Verdict.NOT_REVIEWED;
            if (failing.begins(PROBLEM, FailureFormatter.of(e))) {
                LOG.warn("token of a request not reviewed, the request is refused problem={}", FailureFormatter.of(e));
            }
        }
        metrics.counter(MetricNames.of(
                        "koord_access_reviews_total", "verdict", verdict.name().toLowerCase(Locale.ROOT)))
                .inc();
        if (verdict != Verdict.NOT_REVIEWED) {
            remember(key, verdict);
        }
        return verdict;
    }

    private Verdict review(String token, String verb) {
        TokenReview asked = new TokenReviewBuilder()
                .withNewSpec()
                .withToken(token)
                .endSpec()
                .build();
        TokenReview review = client.tokenReviews().create(asked);
        boolean known = review != null
                && review.getStatus() != null
                && Boolean.TRUE.equals(review.getStatus().getAuthenticated())
                && review.getStatus().getUser() != null;
        return known ? authorized(review.getStatus().getUser(), verb) : Verdict.UNKNOWN;
    }

    private Verdict peerReview(String token) {
        Optional<String> own = peerToken.get().flatMap(this::peerUser);
        Optional<String> user = own.isEmpty() ? own : peerUser(token);
        if (user.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return user.equals(own) ? Verdict.ALLOWED : Verdict.FORBIDDEN;
    }

    /** User of a token for our audience; an API server that ignores audiences names none. */
    private Optional<String> peerUser(String token) {
        TokenReview review = client.tokenReviews()
                .create(new TokenReviewBuilder()
                        .withNewSpec()
                        .withToken(token)
                        .withAudiences(WellKnown.PEER_AUDIENCE)
                        .endSpec()
                        .build());
        return Optional.ofNullable(review)
                .map(TokenReview::getStatus)
                .filter(status -> Boolean.TRUE.equals(status.getAuthenticated()))
                .filter(status -> status.getAudiences().contains(WellKnown.PEER_AUDIENCE))
                .map(TokenReviewStatus::getUser)
                .map(UserInfo::getUsername);
    }

    private Verdict authorized(UserInfo user, String verb) {
        SubjectAccessReview asked = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra())
                .withNewNonResourceAttributes()
                .withPath(url)
                .withVerb(verb)
                .endNonResourceAttributes()
                .endSpec()
                .build();
        SubjectAccessReview review =
                client.authorization().v1().subjectAccessReview().create(asked);
        boolean allowed = review != null
                && review.getStatus() != null
                && Boolean.TRUE.equals(review.getStatus().getAllowed());
        return allowed ? Verdict.ALLOWED : Verdict.FORBIDDEN;
    }

    private synchronized @Nullable Verdict known(String key) {
        Remembered known = remembered.get(key);
        return known == null || known.untilNanos() - nanoTime.getAsLong() <= 0 ? null : known.verdict();
    }

    private synchronized void remember(String key, Verdict verdict) {
        long nanos = verdict == Verdict.ALLOWED ? ALLOWED_NANOS : REFUSED_NANOS;
        remembered.put(key, new Remembered(verdict, nanoTime.getAsLong() + nanos));
    }

    private synchronized boolean mayAsk() {
        long now = nanoTime.getAsLong();
        if (now - secondBegan >= SECOND_NANOS) {
            secondBegan = now;
            askedInSecond = 0;
        }
        askedInSecond++;
        return askedInSecond <= PER_SECOND;
    }

    private static String digest(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
