package io.koordbridge.scheduler.bind;

import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sends Bindings only while this replica leads for longer than the request may take: another leader does not see what is under way here,
 * and both would give the same room.
 */
public final class FencedBindingApi implements BindingApi {

    private final BindingApi api;
    private final Duration requestTimeout;
    private final Function<Duration, String> refusal;

    /**
     * A fence in front of the calls.
     *
     * @param requestTimeout limit of one call
     * @param refusal why this replica may not write for at least some time, empty when it may
     */
    public FencedBindingApi(BindingApi api, Duration requestTimeout, Function<Duration, String> refusal) {
        this.api = api;
        this.requestTimeout = requestTimeout;
        this.refusal = refusal;
    }

    @Override
    public Answer bind(PodFacts pod, String node, Map<String, String> annotations) {
        String problem = refusal.apply(requestTimeout);
        return problem.isEmpty()
                ? api.bind(pod, node, annotations)
                : new Answer(Verdict.REFUSED, "not sent: " + problem);
    }

    @Override
    public Optional<PodFacts> read(String namespace, String name) {
        return api.read(namespace, name);
    }
}
