package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LateServletTest {

    private final List<String> life = new ArrayList<>();
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void isMadeOnceForTheFirstRequestAndEndsWithTheServer() throws Exception {
        start();
        assertThat(life).isEmpty();

        assertThat(get()).startsWith("HTTP/1.1 202");
        assertThat(get()).startsWith("HTTP/1.1 202");
        server.stop();

        assertThat(life).containsExactly("made", "begun as late", "ended");
    }

    @Test
    void isNeverMadeWhereNobodyAsks() throws Exception {
        start();
        server.stop();

        assertThat(life).isEmpty();
    }

    private void start() throws Exception {
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder("late", new LateServlet(Witness::new));
        context.addServlet(holder, "/*");
        server.setHandler(context);
        server.addConnector(connector);
        server.start();
    }

    private String get() throws Exception {
        return connector.getResponse("GET /x HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    }

    private final class Witness extends HttpServlet {

        private static final long serialVersionUID = 1L;

        Witness() {
            life.add("made");
        }

        @Override
        public void init() {
            life.add("begun as " + getServletName());
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
        }

        @Override
        public void destroy() {
            life.add("ended");
        }
    }
}
