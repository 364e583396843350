package io.koordbridge.frame;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.PrometheusFormatter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers scrapes with the metrics of a registry, {@code GET /metrics} on the admin port for those of the process. */
public final class PrometheusServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient MetricRegistry metrics;

    public PrometheusServlet(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType(PrometheusFormatter.CONTENT_TYPE);
        PrometheusFormatter.write(metrics, response.getOutputStream());
    }
}
