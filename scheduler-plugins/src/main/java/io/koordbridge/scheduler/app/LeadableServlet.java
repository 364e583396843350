package io.koordbridge.scheduler.app;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code GET /leadable} on the admin port: asked by the liveness probe of the kube-scheduler beside this process. */
final class LeadableServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Leadable leadable;

    LeadableServlet(Leadable leadable) {
        this.leadable = leadable;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String problem = leadable.problem();
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        if (!problem.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
        response.getWriter().println(problem.isEmpty() ? "leadable" : problem);
    }
}
