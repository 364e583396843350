package io.koordbridge.frame.tls;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.jetty.ConnectorFactory;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;

/** A connector as it is configured, with TLS in front of it. Whatever is no handshake gets no answer. */
final class SecureConnectorFactory implements ConnectorFactory {

    private final ConnectorFactory plain;
    private final SSLContext context;

    SecureConnectorFactory(ConnectorFactory plain, SSLContext context) {
        this.plain = plain;
        this.context = context;
    }

    @Override
    public Connector build(Server server, MetricRegistry metrics, String name, @Nullable ThreadPool threads) {
        Connector built = plain.build(server, metrics, name, threads);
        if (!(built instanceof AbstractConnector connector)
                || connector.getProtocols().contains("ssl")) {
            throw new IllegalArgumentException(
                    "pageCertificates: server.applicationConnectors has to be of type http, TLS is put in front of it");
        }
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(context);
        tls.setIncludeProtocols("TLSv1.2", "TLSv1.3");
        // A pod and a forwarded port are asked for by an address that the certificate need not name; the client checks
        // a name of its own choice.
        connector
                .getContainedBeans(HttpConfiguration.ConnectionFactory.class)
                .forEach(http -> http.getHttpConfiguration().addCustomizer(new SecureRequestCustomizer(false)));
        connector.addFirstConnectionFactory(new SslConnectionFactory(tls, connector.getDefaultProtocol()));
        connector.setDefaultProtocol(connector.getProtocols().get(0));
        return connector;
    }
}
