package io.koordbridge.koordlet.kubelet;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.BucketHistogram;
import io.koordbridge.kube.metrics.MetricNames;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** One GET after the other to the kubelet. One thread. */
final class KubeletClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final double NANOS_PER_SECOND = 1_000_000_000;
    private static final double[] BOUNDS = BucketHistogram.exponential(0.001, 4, 7);

    private final Path caFile;
    private final Path tokenFile;
    private final boolean verifies;
    private final MetricRegistry metrics;
    private @Nullable FileTime trustedAt;
    private @Nullable SSLSocketFactory sockets;

    KubeletClient(KubeletConfig config, MetricRegistry metrics) {
        this.caFile = Path.of(config.caFile());
        this.tokenFile = Path.of(config.tokenFile());
        this.verifies = !config.insecureSkipVerify();
        this.metrics = metrics;
    }

    /** Reads an answer while it arrives. */
    interface Body<T> {
        T read(InputStream in) throws IOException;
    }

    /**
     * Asks.
     *
     * @throws IOException when there is no answer within 3 s, the certificate is not of the authority, or the answer is no success
     */
    <T> T get(KubeletAddress address, String path, Body<T> body) throws IOException {
        long began = System.nanoTime();
        String outcome = "failed";
        try {
            HttpsURLConnection connection =
                    (HttpsURLConnection) URI.create(address.url(path)).toURL().openConnection();
            connection.setSSLSocketFactory(verifies ? trusted() : AnyCertificate.sockets());
            if (!verifies) {
                connection.setHostnameVerifier((name, session) -> true);
            }
            connection.setConnectTimeout((int) TIMEOUT.toMillis());
            connection.setReadTimeout((int) TIMEOUT.toMillis());
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Accept", "application/json");
            if (Files.isReadable(tokenFile)) {
                connection.setRequestProperty(
                        "Authorization", "Bearer " + Files.readString(tokenFile).strip());
            }
            int status = connection.getResponseCode();
            outcome = String.valueOf(status);
            if (status != HttpURLConnection.HTTP_OK) {
                connection.disconnect();
                throw new IOException(address.url(path) + " answers " + status);
            }
            try (InputStream in = connection.getInputStream()) {
                return body.read(in);
            }
        } catch (SSLException e) {
            throw new IOException(untrusted(address.url(path), e), e);
        } finally {
            metrics.counter(MetricNames.of("koord_koordlet_kubelet_requests_total", "path", path, "status", outcome))
                    .inc();
            BucketHistogram.of(
                            metrics,
                            MetricNames.of(
                                    "koordlet_kubelet_request_duration_seconds",
                                    "code",
                                    outcome,
                                    "path",
                                    path,
                                    "verb",
                                    "get"),
                            BOUNDS)
                    .observe((System.nanoTime() - began) / NANOS_PER_SECOND);
        }
    }

    private String untrusted(String where, SSLException problem) {
        return where + ": certificate is not of the authority in " + caFile + " (" + problem.getMessage()
                + "); kubelets that sign their own, as kubeadm's do by default, need kubernetes.kubelet.insecureSkipVerify";
    }

    /**
     * Looks at the certificate only, not at the name in it.
     *
     * @return why it is not trusted; empty when it is
     * @throws IOException when nothing answers there
     */
    Optional<String> untrusted(KubeletAddress address) throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address.host(), address.port()), (int) TIMEOUT.toMillis());
            plain.setSoTimeout((int) TIMEOUT.toMillis());
            try (SSLSocket socket = (SSLSocket) trusted().createSocket(plain, address.host(), address.port(), true)) {
                socket.startHandshake();
                return Optional.empty();
            } catch (SSLException e) {
                return Optional.of(untrusted(address.url(""), e));
            }
        }
    }

    private SSLSocketFactory trusted() throws IOException {
        FileTime changed = Files.getLastModifiedTime(caFile);
        if (sockets == null || !changed.equals(trustedAt)) {
            sockets = load();
            trustedAt = changed;
        }
        return Objects.requireNonNull(sockets);
    }

    private SSLSocketFactory load() throws IOException {
        try (InputStream in = Files.newInputStream(caFile)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, one);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(caFile + " is no certificate authority: " + e.getMessage(), e);
        }
    }
}
