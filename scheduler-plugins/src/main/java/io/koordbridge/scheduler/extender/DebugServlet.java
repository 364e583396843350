package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.koordbridge.scheduler.explain.PodExplainer;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Read-only views for people on the admin port: {@code /apis/v1/nodes}, {@code /apis/v1/nodes/NAME},
 * {@code /apis/v1/pods/NAMESPACE/NAME}, {@code /apis/v1/assumed}, {@code /apis/v1/capabilities}.
 */
public final class DebugServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final String NODES = "/nodes";
    private static final String PODS = "/pods/";

    private final transient ClusterLedger ledger;
    private final transient PodExplainer explainer;
    private final transient CapabilityList capabilities;
    private final transient PluginList plugins;
    private final transient ObjectMapper mapper =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Views of a ledger, of pods and of the capabilities that are on. */
    public DebugServlet(ClusterLedger ledger, PodExplainer explainer, CapabilityList capabilities) {
        this.ledger = ledger;
        this.explainer = explainer;
        this.capabilities = capabilities;
        this.plugins = capabilities.decisions().plugins();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Object> answer = answer(Objects.requireNonNullElse(request.getPathInfo(), "/"));
        response.setContentType("application/json");
        if (answer.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        }
        byte[] body = mapper.writeValueAsBytes(answer.orElseGet(() -> Map.of(
                "error",
                "no such view, node or pod",
                "views",
                List.of(
                        "/apis/v1/nodes",
                        "/apis/v1/nodes/NAME",
                        "/apis/v1/pods/NAMESPACE/NAME",
                        "/apis/v1/assumed",
                        "/apis/v1/capabilities"))));
        response.getOutputStream().write(body);
    }

    private Optional<Object> answer(String path) {
        ClusterView view = ledger.view();
        if (path.equals(NODES)) {
            return Optional.of(view.nodes().stream()
                    .map(node -> NodeReport.of(node, plugins))
                    .toList());
        }
        if (path.startsWith(NODES + "/")) {
            return view.node(path.substring(NODES.length() + 1)).map(node -> NodeReport.of(node, plugins));
        }
        if (path.startsWith(PODS)) {
            String[] key = path.substring(PODS.length()).split("/", 2);
            return key.length == 2 ? explainer.explain(key[0], key[1]) : Optional.empty();
        }
        if (path.equals("/capabilities")) {
            return Optional.of(capabilities.reports());
        }
        if (path.equals("/assumed")) {
            return Optional.of(ledger.assumptions().stream()
                    .map(AssumptionReport::of)
                    .sorted(Comparator.comparing(AssumptionReport::pod))
                    .toList());
        }
        return Optional.empty();
    }
}
