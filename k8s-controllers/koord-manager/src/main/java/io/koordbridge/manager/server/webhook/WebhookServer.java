package io.koordbridge.manager.server.webhook;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.frame.BindProblem;
import io.koordbridge.kube.access.RequestAccess;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTPS server of the webhook; its certificate changes without a restart. */
public final class WebhookServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);
    private static final int MAX_THREADS = 24;
    private static final int MIN_THREADS = 4;
    private static final int IDLE_THREAD_MILLIS = 60_000;
    private static final int ACCEPT_QUEUE = 1_024;
    private static final int STOP_MILLIS = 5_000;
    private static final String NO_PASSWORD = "";

    private final WebhookConfig settings;
    private final Server server;
    private final ServerConnector connector;
    private final SslContextFactory.Server tls = new SslContextFactory.Server();

    /**
     * A server, not yet open.
     *
     * @param handlers the paths that are served; each path once
     * @param views pages for people
     * @param access why a caller may not see them, empty when it may
     */
    public WebhookServer(
            WebhookConfig settings,
            List<AdmissionHandler> handlers,
            List<DebugView> views,
            Function<RequestAccess.Caller, Optional<RequestAccess.Refusal>> access,
            MetricRegistry metrics) {
        this.settings = settings;
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS, IDLE_THREAD_MILLIS);
        threads.setName("webhook");
        threads.setDaemon(true);
        this.server = new Server(threads);
        tls.setKeyStorePassword(NO_PASSWORD);
        tls.setIncludeProtocols("TLSv1.2", "TLSv1.3");
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        SslConnectionFactory handshakes = new SslConnectionFactory(tls, "http/1.1");
        this.connector = new ServerConnector(server, 1, 1, handshakes, new HttpConnectionFactory(http));
        OpenConnections connections = new OpenConnections(connector.getScheduler(), metrics);
        handshakes.addEventListener(connections);
        connector.setHost(settings.bindHost());
        connector.setPort(settings.port());
        // The system drops what does not fit, and a caller tries again a second later only.
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        server.addConnector(connector);
        server.setHandler(new ReviewHandler(handlers, views, access, metrics, limits(settings), connections::whole));
        server.setStopTimeout(STOP_MILLIS);
    }

    private static BoundedBody.Limits limits(WebhookConfig settings) {
        return new BoundedBody.Limits(
                Math.toIntExact(settings.maxRequestBytes()), new BodyBudget(settings.maxHeldBytes()), System::nanoTime);
    }

    /**
     * Takes a certificate into use; the first one opens the port.
     *
     * @throws PortRefusedException when the port cannot be listened on; may be tried again
     */
    public void use(KeyStore certificate) {
        try {
            if (server.isRunning()) {
                tls.reload(factory -> factory.setKeyStore(certificate));
                LOG.info("webhook certificate replaced port={}", port());
                return;
            }
            tls.setKeyStore(certificate);
            server.start();
            LOG.info("webhook serves host={} port={}", settings.bindHost(), port());
        } catch (Exception e) {
            throw BindProblem.of(e)
                    .<IllegalStateException>map(
                            refused -> new PortRefusedException(settings.bindHost(), settings.port(), refused, e))
                    .orElseGet(() -> new IllegalStateException(
                            "webhook on " + settings.bindHost() + ":" + settings.port() + ": " + e.getMessage(), e));
        }
    }

    /** The port that is open, -1 before the first certificate. */
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
