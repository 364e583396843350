package io.koordbridge.manager.server.webhook;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the connections of the webhook's port, which every pod may reach. A TLS handshake ends in time or the connection does.
 * Those that have not yet sent a whole review are few; one more ends the oldest of the address that has most of them, so that whoever
 * opens connections and says nothing crowds out himself. The API server sends its review at once and then keeps its connections:
 * those are bounded likewise, far above what it needs, and first goes the connection that has rested longest. Thread-safe.
 */
final class OpenConnections implements Connection.Listener {

    /** How long a TLS handshake may take. */
    static final Duration HANDSHAKE = Duration.ofSeconds(2);

    /** Connections that have not yet sent a whole review. */
    static final int MOST_SILENT = 512;

    /** Connections that have. */
    static final int MOST_PROVEN = 2_048;

    private final Scheduler scheduler;
    private final MetricRegistry metrics;
    private final Crowd silent = new Crowd(MOST_SILENT);
    private final Crowd proven = new Crowd(MOST_PROVEN);

    OpenConnections(Scheduler scheduler, MetricRegistry metrics) {
        this.scheduler = scheduler;
        this.metrics = metrics;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection opened) {
            opened.addHandshakeListener(new Handshake(
                    scheduler.schedule(() -> close(opened, "handshake"), HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS)));
            Optional<SslConnection> tooMuch;
            synchronized (this) {
                tooMuch = silent.add(opened);
            }
            tooMuch.ifPresent(one -> close(one, "crowded"));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof SslConnection closed) {
            synchronized (this) {
                silent.remove(closed);
                proven.remove(closed);
            }
        }
    }

    /** A review was read to its end. */
    void whole(Request request) {
        if (request.getConnectionMetaData().getConnection().getEndPoint() instanceof SslConnection.SslEndPoint tls) {
            SslConnection sender = tls.getSslConnection();
            Optional<SslConnection> tooMuch;
            synchronized (this) {
                boolean open = silent.remove(sender) || proven.remove(sender);
                tooMuch = open ? proven.add(sender) : Optional.empty();
            }
            tooMuch.ifPresent(one -> close(one, "crowded"));
        }
    }

    private void close(SslConnection connection, String reason) {
        metrics.counter(MetricNames.of("koord_manager_webhook_closed_connections_total", "reason", reason))
                .inc();
        connection.getEndPoint().close();
    }

    /** A handshake that has ended is not ended. */
    private record Handshake(Scheduler.Task end) implements SslHandshakeListener {

        @Override
        public void handshakeSucceeded(Event event) {
            end.cancel();
        }

        @Override
        public void handshakeFailed(Event event, Throwable failure) {
            end.cancel();
        }
    }

    /** Connections by the address that they come from, each in the order in which they came. Guarded by its owner. */
    private static final class Crowd {

        private final int most;
        private final Map<SslConnection, String> addresses = new HashMap<>();
        private final Map<String, LinkedHashSet<SslConnection>> byAddress = new HashMap<>();

        Crowd(int most) {
            this.most = most;
        }

        /** A connection that has to go, which is no longer in it. */
        Optional<SslConnection> add(SslConnection connection) {
            String from = address(connection);
            addresses.put(connection, from);
            byAddress.computeIfAbsent(from, unused -> new LinkedHashSet<>()).add(connection);
            if (addresses.size() <= most) {
                return Optional.empty();
            }
            Optional<SslConnection> oldest = byAddress.values().stream()
                    .max(Comparator.comparingInt(LinkedHashSet::size))
                    .flatMap(largest -> largest.stream().findFirst());
            oldest.ifPresent(this::remove);
            return oldest;
        }

        boolean remove(SslConnection connection) {
            String from = addresses.remove(connection);
            if (from == null) {
                return false;
            }
            byAddress.computeIfPresent(from, (unused, others) -> {
                others.remove(connection);
                return others.isEmpty() ? null : others;
            });
            return true;
        }

        /** Known while the connection is open. */
        private static String address(SslConnection connection) {
            @Nullable SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
            return remote instanceof InetSocketAddress known ? known.getHostString() : "";
        }
    }
}
