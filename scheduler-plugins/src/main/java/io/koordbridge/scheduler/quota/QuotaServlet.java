package io.koordbridge.scheduler.quota;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.koordbridge.scheduler.resource.ResourceVector;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Read-only summaries of quotas, by name: {@code quotas?tree=ID} and {@code quota/NAME}. cpu in milli-cores. */
public final class QuotaServlet extends HttpServlet {

    public static final String PATH = "/apis/v1/plugins/ElasticQuota";

    private static final long serialVersionUID = 1L;

    private final transient QuotaLedger ledger;
    private final transient ObjectMapper mapper =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Shows a ledger. */
    public QuotaServlet(QuotaLedger ledger) {
        this.ledger = ledger;
    }

    /**
     * A quota as shown.
     *
     * @param tree empty for the default tree
     */
    record Summary(
            String tree,
            String parent,
            boolean allowLentResource,
            Map<String, Long> min,
            Map<String, Long> max,
            Map<String, Long> autoScaleMin,
            Map<String, Long> runtime,
            Map<String, Long> used,
            Map<String, Long> request,
            Map<String, Long> childRequest) {

        static Summary of(String tree, @Nullable QuotaSpec spec, QuotaState state) {
            ResourceVector none = ResourceVector.EMPTY;
            return new Summary(
                    tree,
                    spec == null ? "" : spec.parent(),
                    spec != null && spec.lent(),
                    (spec == null ? none : spec.min()).amounts(),
                    (spec == null ? none : spec.max()).amounts(),
                    state.scaledMin().amounts(),
                    state.runtime().amounts(),
                    state.used().amounts(),
                    state.request().amounts(),
                    state.childRequest().amounts());
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = Objects.requireNonNullElse(request.getPathInfo(), "/");
        String tree = Objects.requireNonNullElse(request.getParameter("tree"), "");
        Object answer = path.equals("/quotas") ? summaries(tree) : null;
        if (path.startsWith("/quota/")) {
            answer = named(path.substring("/quota/".length()));
        }
        response.setContentType("application/json");
        response.setStatus(answer == null ? HttpServletResponse.SC_NOT_FOUND : HttpServletResponse.SC_OK);
        Object shown =
                answer == null ? Map.of("error", "no such quota or view; views: quotas?tree=ID, quota/NAME") : answer;
        response.getOutputStream().write(mapper.writeValueAsBytes(shown));
    }

    private Map<String, Summary> summaries(String tree) {
        Map<String, Summary> summaries = new TreeMap<>();
        ledger.states()
                .getOrDefault(tree, Map.of())
                .forEach((name, state) -> summaries.put(name, Summary.of(tree, ledger.quota(name), state)));
        return summaries;
    }

    private @Nullable Summary named(String name) {
        QuotaSpec spec = ledger.quota(name);
        String tree = spec == null ? "" : spec.tree().id();
        return summaries(tree).get(name);
    }
}
