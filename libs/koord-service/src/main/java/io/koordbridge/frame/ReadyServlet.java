package io.koordbridge.frame;

import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * {@code GET /ready} on the admin port: whether this replica can serve with what it has. The API server is left out: what it asks
 * us we answer from caches, so a replica that it cannot be reached from for a moment must not be taken out of its own Service.
 */
final class ReadyServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient HealthCheckRegistry checks;

    ReadyServlet(HealthCheckRegistry checks) {
        this.checks = checks;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Map<String, HealthCheck.Result> results =
                checks.runHealthChecks((name, check) -> !name.equals(BridgeApplication.API_SERVER_CHECK));
        String lacking = results.entrySet().stream()
                .filter(one -> !one.getValue().isHealthy())
                .map(one -> one.getKey() + ": " + one.getValue().getMessage())
                .collect(Collectors.joining("\n"));
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        if (!lacking.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
        response.getWriter().println(lacking.isEmpty() ? "ready" : lacking);
    }
}
