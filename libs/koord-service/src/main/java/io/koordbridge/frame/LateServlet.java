package io.koordbridge.frame;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A servlet that is made for its first request. Jersey takes a tenth of a second to put itself together, and most replicas are
 * never asked anything but by probes and Prometheus, which other servlets answer.
 */
final class LateServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<Servlet> maker;
    private transient @Nullable Servlet made;

    LateServlet(Supplier<Servlet> maker) {
        this.maker = maker;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        servlet().service(request, response);
    }

    private synchronized Servlet servlet() throws ServletException {
        Servlet present = made;
        if (present == null) {
            present = maker.get();
            present.init(getServletConfig());
            made = present;
        }
        return present;
    }

    @Override
    public synchronized void destroy() {
        Servlet present = made;
        if (present != null) {
            present.destroy();
        }
    }
}
