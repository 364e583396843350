package io.koordbridge.bench.admission;

import static org.awaitility.Awaitility.await;

import io.koordbridge.bench.admission.Load.Outcome;
import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.Percentiles;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.manager.ManagerReplica;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The webhook of a manager process that has one core to itself. */
public final class WebhookBenchmark {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final int FAST_REQUESTS = 20_000;
    private static final double LIMIT_MILLIS = 5;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private static final String PROFILES = """
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata: {name: koord-batch}
            value: 5000
            ---
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: batch}
            spec:
              selector: {matchLabels: {job: batch}}
              qosClass: BE
              priorityClassName: koord-batch
              schedulerName: koord-scheduler
            ---
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: marked}
            spec:
              selector: {matchLabels: {job: batch}}
              labels: {team: shop}
              annotations: {cost: shared}
            ---
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: elsewhere}
            spec:
              namespaceSelector: {matchLabels: {kind: elsewhere}}
              selector: {matchLabels: {job: other}}
              qosClass: LS
            """;

    private final Cluster cluster;
    private final Recording recording;
    private final Consumer<String> progress;

    public WebhookBenchmark(Cluster cluster, Recording recording, Consumer<String> progress) {
        this.cluster = cluster;
        this.recording = recording;
        this.progress = progress;
    }

    /** Starts a manager and loads it. */
    public void run(int perSecond, int connections, Duration time, String managerCores) {
        cluster.load(PROFILES);
        try (ManagerReplica manager =
                ManagerReplica.start(cluster.managerOptions("koord-manager").onCores(managerCores))) {
            Load load = new Load(trustingTheWebhook(), manager.webhookPort(), connections);
            await("profiles in the webhook")
                    .atMost(PATIENCE)
                    .until(() -> load.fast(connections).patched() == connections / 2);
            progress.accept("warming up");
            load.steady(perSecond, WARM_UP);
            progress.accept(
                    perSecond + " requests a second on " + connections + " connections for " + time.toSeconds() + " s");
            Duration cpuBefore = manager.cpu();
            Outcome steady = load.steady(perSecond, time);
            Duration cpu = manager.cpu().minus(cpuBefore);
            record(steady, cpu);
            progress.accept("as fast as possible");
            Outcome fast = load.fast(FAST_REQUESTS);
            recording.figure(
                    "most requests a second", FAST_REQUESTS / (fast.took().toMillis() / 1_000.0), "requests/s");
            recording.figure("peak RSS", (double) (manager.peakResidentBytes() >> 20), "MiB");
        }
    }

    private void record(Outcome outcome, Duration cpu) {
        Percentiles percentiles = outcome.latencyNanos();
        recording.figure("latency: P50", percentiles.millis(P50), "ms");
        recording.figure("latency: P99", percentiles.millis(P99), "ms", LIMIT_MILLIS);
        recording.figure("latency: P99.9", percentiles.millis(P999), "ms");
        recording.figure("requests", outcome.answers(), "requests");
        recording.figure("requests with a patch", (double) outcome.patched(), "requests");
        recording.figure("CPU per request", cpu.toMillis() / (double) outcome.answers(), "ms");
    }

    /** Trusts the authority that the manager made for itself. */
    private SSLContext trustingTheWebhook() {
        byte[] pem = Base64.getDecoder()
                .decode(cluster.controlPlane()
                        .client()
                        .secrets()
                        .inNamespace(Cluster.SYSTEM)
                        .withName("koordinator-webhook-certs")
                        .get()
                        .getData()
                        .get("ca-cert.pem"));
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the webhook's certificate authority", e);
        }
    }
}
