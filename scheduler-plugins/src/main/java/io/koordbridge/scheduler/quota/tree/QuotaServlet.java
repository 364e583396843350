package io.koordbridge.scheduler.quota.tree;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Read-only summaries of quotas by name, cpu in milli-cores: {@code quotas?tree=ID&includePods=true}, all trees with {@code tree=*}; and
 * {@code quotas/NAME}, which {@code quota/NAME} is as well, with its pods;
 * {@code quotas/NAME/explain} says how its runtime came about.
 */
public final class QuotaServlet extends HttpServlet {

    public static final String PATH = "/apis/v1/plugins/ElasticQuota";

    private static final long serialVersionUID = 1L;
    private static final String ALL_TREES = "*";
    private static final String EXPLAIN = "/explain";

    private final transient QuotaLedger ledger;
    private final transient ObjectMapper mapper =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Shows a ledger. */
    public QuotaServlet(QuotaLedger ledger) {
        this.ledger = ledger;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = Objects.requireNonNullElse(request.getPathInfo(), "/");
        String tree = Objects.requireNonNullElse(request.getParameter("tree"), "");
        boolean pods = "true".equals(request.getParameter("includePods"));
        Object answer = path.equals("/quotas") ? summaries(tree, pods) : null;
        for (String prefix : List.of("/quota/", "/quotas/")) {
            answer = path.startsWith(prefix) ? named(path.substring(prefix.length())) : answer;
        }
        if (path.endsWith(EXPLAIN) && path.startsWith("/quotas/")) {
            String name = path.substring("/quotas/".length(), path.length() - EXPLAIN.length());
            answer = ExplainedQuota.of(ledger, name).orElse(null);
        }
        response.setContentType("application/json");
        response.setStatus(answer == null ? HttpServletResponse.SC_NOT_FOUND : HttpServletResponse.SC_OK);
        Object shown = answer == null
                ? Map.of("error", "no such quota or view; views: quotas?tree=ID&includePods=true, quotas/NAME")
                : answer;
        response.getOutputStream().write(mapper.writeValueAsBytes(shown));
    }

    private Map<String, Map<String, Object>> summaries(String wanted, boolean pods) {
        Map<String, Map<String, Object>> summaries = new TreeMap<>();
        ledger.states().forEach((tree, states) -> {
            if (wanted.equals(tree) || wanted.equals(ALL_TREES)) {
                states.forEach((name, state) -> summaries.put(name, summary(tree, name, state, pods)));
            }
        });
        return summaries;
    }

    private @Nullable Map<String, Object> named(String name) {
        QuotaSpec spec = ledger.quota(name);
        String tree = spec == null ? "" : spec.tree().id();
        QuotaState state = ledger.states().getOrDefault(tree, Map.of()).get(name);
        return state == null ? null : summary(tree, name, state, true);
    }

    private Map<String, Object> summary(String tree, String name, QuotaState state, boolean pods) {
        QuotaSpec spec = ledger.quota(name);
        ResourceVector none = ResourceVector.EMPTY;
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("name", name);
        summary.put("tree", tree);
        summary.put("parent", spec == null ? "" : spec.parent());
        summary.put("allowLentResource", spec != null && spec.lent());
        summary.put("min", (spec == null ? none : spec.min()).amounts());
        summary.put("max", (spec == null ? none : spec.max()).amounts());
        summary.put("sharedWeight", (spec == null ? none : spec.weight()).amounts());
        summary.put("autoScaleMin", state.scaledMin().amounts());
        summary.put("runtime", state.runtime().amounts());
        summary.put("used", state.used().amounts());
        summary.put("request", state.request().amounts());
        summary.put("childRequest", state.childRequest().amounts());
        if (pods) {
            summary.put(
                    "pods", ledger.pods(name).stream().map(QuotaServlet::pod).toList());
        }
        return summary;
    }

    private static Map<String, Object> pod(QuotaLedger.Entry entry) {
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("pod", entry.pod().key());
        pod.put("request", entry.pod().request().amounts());
        pod.put("priority", entry.pod().rank().priority());
        pod.put("node", entry.pod().node());
        pod.put("assigned", entry.assigned());
        return pod;
    }
}
