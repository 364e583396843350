package io.koordbridge.frame;

import io.koordbridge.kube.periodic.PeriodicTasks;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** {@code GET /ping} on the admin port: whether every loop of the process still runs. What it waits for is no matter of a restart. */
final class AliveServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient PeriodicTasks tasks;

    AliveServlet(PeriodicTasks tasks) {
        this.tasks = tasks;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> silent = tasks.silent();
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        if (!silent.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
        response.getWriter().println(silent.isEmpty() ? "pong" : String.join("\n", silent));
    }
}
