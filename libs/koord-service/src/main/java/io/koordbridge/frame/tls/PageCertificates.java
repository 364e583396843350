package io.koordbridge.frame.tls;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.jetty.ConnectorFactory;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.protocol.tls.NamedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of the pages as the files are at the moment. Files that cannot be used, or that are half replaced, change nothing: what was read
 * before stays in use. Before the first good ones the port refuses every handshake.
 */
public final class PageCertificates {

    private static final Logger LOG = LoggerFactory.getLogger(PageCertificates.class);
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Path directory;
    private final String name;
    private volatile @Nullable ServedKey served;
    private String problem = "";

    private PageCertificates(Path directory, String name) {
        this.directory = directory;
        this.name = name;
    }

    /** Of a configuration, read once; empty for plain HTTP. */
    public static Optional<PageCertificates> of(PageCertificateConfig config, MetricRegistry metrics) {
        config.requireNamed();
        return config.directory().map(directory -> {
            PageCertificates certificates = new PageCertificates(directory, config.name());
            metrics.gauge("koord_pages_certificate_expiry_seconds", () -> certificates::expiryEpochSeconds);
            certificates.look();
            return certificates;
        });
    }

    /** Reads the files periodically. */
    public void follow(PeriodicTasks tasks) {
        tasks.every("page-certificates", LOOK, this::look);
    }

    /** Reads the files. */
    void look() {
        try {
            ServedKey read = ServedKey.of(directory);
            if (!read.equals(served)) {
                served = read;
                LOG.info("certificate of the pages read directory={} ends={}", directory, read.expiry());
            }
            problem = "";
        } catch (IOException | GeneralSecurityException e) {
            String now =
                    e instanceof IOException ? "cannot be read: " + e.getMessage() : String.valueOf(e.getMessage());
            if (!now.equals(problem)) {
                LOG.warn(
                        "certificate of the pages cannot be used, {}: {}",
                        served == null ? "the port answers nobody until it can" : "the one before stays in use",
                        now);
            }
            problem = now;
        }
    }

    private long expiryEpochSeconds() {
        ServedKey now = served;
        return now == null ? 0 : now.expiry().getEpochSecond();
    }

    /** The same port, by HTTPS only. */
    public ConnectorFactory secure(ConnectorFactory plain) {
        return new SecureConnectorFactory(plain, context());
    }

    private SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new CurrentKeyManager(() -> Optional.ofNullable(served))}, null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime has no TLS: " + e.getMessage(), e);
        }
    }

    /** By which a replica checks another one: the authority of the files, and the name that all replicas have. */
    public SSLContext peers() {
        return new NamedServer(
                        () -> {
                            ServedKey now = served;
                            return now == null ? Authorities.OF_THE_RUNTIME : now.authorities();
                        },
                        name)
                .context();
    }
}
