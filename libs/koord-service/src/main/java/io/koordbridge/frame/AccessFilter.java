package io.koordbridge.frame;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dropwizard.core.setup.Environment;
import io.koordbridge.kube.access.RequestAccess;
import io.koordbridge.kube.access.RequestAccess.Refusal;
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

/**
 * Access rules. Health, probes and metrics: open. Pages and API: as {@link RequestAccess} says. Anything else on the admin
 * port, such as Dropwizard's tasks and profiler: not at all.
 */
final class AccessFilter implements Filter {

    static final Set<String> METRICS = Set.of("/metrics", "/all-metrics", "/internal-metrics", "/external-metrics");
    private static final Set<String> HEALTH =
            Set.of("/healthcheck", "/ping", "/healthz", "/ready", "/readyz", "/leadable");
    private static final String ADMIN_VIEWS = "/apis/";
    private static final int UNAUTHORIZED = 401;

    private final RequestAccess access;
    private final boolean admin;

    private AccessFilter(RequestAccess access, boolean admin) {
        this.access = access;
        this.admin = admin;
    }

    /** Puts itself in front of everything on both ports. */
    static void guard(Environment environment, RequestAccess access) {
        environment
                .servlets()
                .addFilter("access", new AccessFilter(access, false))
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        environment
                .admin()
                .addFilter("access", new AccessFilter(access, true))
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        String path = path(http);
        boolean open = METRICS.contains(path) || (admin && HEALTH.contains(path));
        Optional<Refusal> refusal = Optional.empty();
        if (!open) {
            refusal = admin && !path.startsWith(ADMIN_VIEWS)
                    ? Optional.of(new Refusal(HttpServletResponse.SC_NOT_FOUND, "no such page"))
                    : access.refusal(caller(http));
        }
        if (refusal.isPresent()) {
            refuse(refusal.get(), (HttpServletResponse) response);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Of a request, decoded. */
    static String path(HttpServletRequest request) {
        return request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
    }

    private static RequestAccess.Caller caller(HttpServletRequest request) {
        boolean forwarded = request.getHeader("X-Forwarded-For") != null || request.getHeader("Forwarded") != null;
        return new RequestAccess.Caller(
                request.getRemoteAddr(),
                forwarded,
                request.getHeader("Authorization"),
                request.getHeader(LeaderPages.PEER),
                request.getMethod());
    }

    static void refuse(Refusal refusal, HttpServletResponse response) throws IOException {
        response.setStatus(refusal.status());
        if (refusal.status() == UNAUTHORIZED) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/json");
        response.getWriter().println(JsonNodeFactory.instance.objectNode().put("error", refusal.text()));
    }
}
