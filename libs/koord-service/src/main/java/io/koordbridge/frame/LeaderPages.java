package io.koordbridge.frame;

import io.dropwizard.core.setup.Environment;
import io.koordbridge.frame.tls.PageCertificates;
import io.koordbridge.kube.access.RequestAccess.Refusal;
import io.koordbridge.kube.leader.LeaderGate;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Answers requests for pages and API with what the leader answers, in a replica that does not lead. It does so with the caller's token, or as a
 * replica where this one asks its caller for none. A request that comes from a replica is always answered here: there are no loops.
 */
final class LeaderPages implements Filter {

    /** Header with the token of the replica that asks. */
    static final String PEER = "X-Koord-Peer";

    /** Header with the name of the replica that asks. */
    static final String HOP = "X-Koord-Hop";

    private static final String APPLICATION = "application";
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final LeaderGate gate;
    private final PeerToken peerToken;
    private final boolean anonymous;
    private final PageForwarder forwarder;

    private LeaderPages(LeaderGate gate, PeerToken peerToken, boolean anonymous, PageForwarder forwarder) {
        this.gate = gate;
        this.peerToken = peerToken;
        this.anonymous = anonymous;
        this.forwarder = forwarder;
    }

    /**
     * Puts itself behind the access rules of the pages' port, and says in the Lease where this replica is reached.
     *
     * @param certificates by which replicas trust each other; empty for plain HTTP
     */
    static void serve(
            Environment environment,
            LeaderGate gate,
            LeaderElectionConfig config,
            boolean anonymous,
            Optional<PageCertificates> certificates) {
        PageForwarder forwarder =
                new PageForwarder(gate, environment.metrics(), certificates.map(PageCertificates::peers));
        String scheme = certificates.isPresent() ? PageForwarder.HTTPS : "http://";
        environment
                .servlets()
                .addFilter("leader-pages", new LeaderPages(gate, config.peerToken(), anonymous, forwarder))
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        environment
                .lifecycle()
                .addServerLifecycleListener(server -> gate.announcePages(url(scheme, config.host(), server)));
        environment.lifecycle().addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStopping(LifeCycle event) {
                forwarder.close();
            }
        });
    }

    private static String url(String scheme, String host, Server server) {
        int port = Stream.of(server.getConnectors())
                .filter(connector -> APPLICATION.equals(connector.getName()))
                .filter(ServerConnector.class::isInstance)
                .map(connector -> ((ServerConnector) connector).getLocalPort())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no connector of the name " + APPLICATION));
        return scheme + (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        Optional<PageForwarder.Credentials> credentials = credentials(http);
        String leader = gate.leaderPages();
        boolean ours = leader.isEmpty()
                || http.getHeader(HOP) != null
                || !METHODS.contains(http.getMethod())
                || AccessFilter.METRICS.contains(AccessFilter.path(http));
        if (ours || credentials.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        Optional<Refusal> refusal = forwarder.forward(http, leader, credentials.get());
        if (refusal.isPresent()) {
            AccessFilter.refuse(refusal.get(), (HttpServletResponse) response);
        }
    }

    /** Those of the caller; for one that needs none here, those of this replica. Empty: the leader would reject the request. */
    private Optional<PageForwarder.Credentials> credentials(HttpServletRequest request) {
        String authorization = request.getHeader("Authorization");
        if (authorization != null) {
            return Optional.of(new PageForwarder.Credentials("Authorization", authorization));
        }
        Optional<PageForwarder.Credentials> peer =
                peerToken.get().map(token -> new PageForwarder.Credentials(PEER, token));
        return anonymous ? peer.or(() -> Optional.of(PageForwarder.Credentials.NONE)) : peer;
    }
}
