package io.koordbridge.manager.server.certificate;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.health.HealthCheck;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.manager.server.registration.WebhookRegistration;
import io.koordbridge.manager.server.webhook.PortRefusedException;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps good certificates in use and registered; looks every minute, and every two seconds until the first success. */
public final class CertificateController extends HealthCheck implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateController.class);
    private static final long PERIOD_SECONDS = 60;
    private static final long FIRST_PERIOD_SECONDS = 2;
    /** What the calls of a round take at most, with their repetitions. */
    private static final Duration CALLS = Duration.ofMinutes(3);

    private static final int TRIES = 4;
    private static final long STOP_SECONDS = 2;

    private final CertificateStore store;
    private final WebhookRegistration registration;
    private final List<String> names;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Consumer<KeyStore> user;
    private final CertificateAuthority authority = new CertificateAuthority();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("certificate-keeper"));
    /** A look that a change asked for and that has not begun; more changes ask for no more looks. */
    private final AtomicBoolean lookAsked = new AtomicBoolean();

    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;
    private volatile CorrectionPace pace = CorrectionPace.QUIET;
    private @Nullable Announced announced;
    private volatile @Nullable CertificateBundle inUse;
    private volatile String problem = "no certificate yet";
    private volatile String words = problem;

    /** Registered, but not served yet. */
    private record Announced(CertificateBundle bundle, Instant at) {}

    /**
     * A keeper.
     *
     * @param registration gets the CA
     * @param user takes a new certificate into use
     */
    public CertificateController(
            KubernetesClient client,
            WebhookConfig settings,
            WebhookRegistration registration,
            Clock clock,
            MetricRegistry metrics,
            Consumer<KeyStore> user) {
        this.store = settings.certDir()
                .<CertificateStore>map(DirectoryStore::new)
                .orElseGet(() -> new SecretStore(client, settings.namespace(), settings.secretName()));
        this.registration = registration;
        this.names = ServerNames.of(settings.serviceName(), settings.namespace(), settings.certificateHosts());
        this.clock = clock;
        this.metrics = metrics;
        this.user = user;
        metrics.gauge("koord_manager_webhook_certificate_expiry_seconds", () -> this::expiryEpochSeconds);
    }

    /** Begins. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.watch("certificate-keeper", Duration.ofSeconds(PERIOD_SECONDS), CALLS);
        executor.execute(this::round);
        registration.watch(this::lookNow);
    }

    private void lookNow() {
        if (!executor.isShutdown() && lookAsked.compareAndSet(false, true)) {
            long delay = pace.delay(clock.instant()).toMillis();
            ScheduledFuture<?> unused = executor.schedule(this::look, delay, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        lookAsked.set(false);
        tryToKeep();
    }

    private void round() {
        heartbeat.beat();
        tryToKeep();
        long delay = inUse == null || !problem.isEmpty() ? FIRST_PERIOD_SECONDS : PERIOD_SECONDS;
        if (!executor.isShutdown()) {
            ScheduledFuture<?> unused = executor.schedule(this::round, delay, TimeUnit.SECONDS);
        }
    }

    private void tryToKeep() {
        try {
            keep();
            problem = "";
            count("succeeded");
        } catch (RuntimeException | Error e) {
            // Also an Error, such as a missing class: it must not end the renewal.
            count("failed");
            if (executor.isShutdown()) {
                return;
            }
            if (!e.toString().equals(problem)) {
                tell(e);
            }
            problem = e.toString();
            words = FailureFormatter.of(e);
        }
    }

    private static void tell(Throwable problem) {
        if (problem instanceof PortRefusedException) {
            LOG.warn("webhook not served, tried again every {} s: {}", FIRST_PERIOD_SECONDS, problem.getMessage());
        } else if (problem instanceof KubernetesClientException) {
            LOG.warn("webhook certificates not settled, will be tried again: {}", FailureFormatter.of(problem));
        } else {
            LOG.warn("webhook certificates not settled, will be tried again", problem);
        }
    }

    /**
     * Registers before use: the API server trusts a new authority first, some seconds later we serve its certificate, and the old one
     * stays trusted until every replica has followed.
     */
    private void keep() {
        CertificateBundle bundle = goodBundle();
        Instant now = clock.instant();
        if (registration.apply(bundle.caCertificate(), AuthorityChange.isRecent(issued(bundle), now))) {
            corrected(now);
        }
        CertificateBundle before = inUse;
        if (bundle.equals(before)) {
            announced = null;
            return;
        }
        boolean otherAuthority = before != null && !before.caCertificate().equals(bundle.caCertificate());
        if (otherAuthority && !settled(bundle, now)) {
            ScheduledFuture<?> unused = executor.schedule(this::tryToKeep, FIRST_PERIOD_SECONDS, TimeUnit.SECONDS);
            return;
        }
        user.accept(ServingKeys.of(bundle));
        inUse = bundle;
        announced = null;
    }

    private void corrected(Instant now) {
        boolean contested = !pace.delay(now).isZero();
        pace = pace.corrected(now);
        metrics.counter("koord_manager_webhook_corrections_total").inc();
        if (!contested && !pace.delay(now).isZero()) {
            LOG.warn(
                    "another writer keeps changing the webhook configurations, they are corrected less often from now on:"
                            + " a replica with another configuration, or a tool that takes back what this process writes");
        }
    }

    private boolean settled(CertificateBundle bundle, Instant now) {
        Announced last = announced;
        if (last == null || !last.bundle().equals(bundle)) {
            announced = new Announced(bundle, now);
            return false;
        }
        return !now.isBefore(last.at().plus(AuthorityChange.SETTLES));
    }

    private static Instant issued(CertificateBundle bundle) {
        try {
            return PemCodec.certificate(bundle.caCertificate()).getNotBefore().toInstant();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the webhook's authority cannot be read: " + e.getMessage(), e);
        }
    }

    private CertificateBundle goodBundle() {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Optional<CertificateBundle> stored = store.load();
            CertificateCheck.Verdict verdict = stored.map(
                            bundle -> CertificateCheck.check(bundle, names, clock.instant()))
                    .orElse(CertificateCheck.Verdict.REPLACE_ALL);
            if (stored.isPresent() && verdict == CertificateCheck.Verdict.GOOD) {
                return stored.get();
            }
            boolean renew = stored.isPresent() && verdict == CertificateCheck.Verdict.RENEW_SERVER;
            CertificateBundle fresh = renew
                    ? authority.renew(stored.get(), names, clock.instant())
                    : authority.create(names, clock.instant());
            if (store.save(stored, fresh)) {
                LOG.info("webhook certificates made verdict={} names={}", verdict, names);
                return fresh;
            }
        }
        throw new IllegalStateException("webhook certificates: other replicas kept changing them");
    }

    private long expiryEpochSeconds() {
        CertificateBundle bundle = inUse;
        try {
            return bundle == null
                    ? 0
                    : PemCodec.certificate(bundle.certificate())
                            .getNotAfter()
                            .toInstant()
                            .getEpochSecond();
        } catch (GeneralSecurityException e) {
            return 0;
        }
    }

    @Override
    protected Result check() {
        return inUse != null ? Result.healthy() : Result.unhealthy("webhook: %s", words);
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_manager_webhook_certificate_rounds_total", "status", status))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
        registration.close();
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("a round is still under way");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
