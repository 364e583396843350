package io.koordbridge.scheduler.bind;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.Map;
import java.util.Optional;

/** The calls to the API server that a bind needs. Each ends within the request timeout. */
public interface BindingApi {

    /** What the API server made of a Binding. */
    enum Verdict {
        DONE,
        /** Nothing has changed and trying again changes nothing. */
        REFUSED,
        /** The pod is not in the state that the Binding expects: bound already, replaced, being deleted. */
        CONFLICT,
        /** Nothing has changed; later it may work. */
        BUSY,
        /** No answer, or one that leaves open what happened. */
        UNKNOWN
    }

    /**
     * An answer.
     *
     * @param verdict what happened
     * @param message for people, empty when done
     */
    record Answer(Verdict verdict, String message) {}

    /** Creates the Binding; annotations are merged into the pod by the same write. */
    Answer bind(PodFacts pod, String node, Map<String, String> annotations);

    /**
     * The pod as the API server has it now.
     *
     * @return empty when absent
     * @throws BindingApiException when the API server does not answer
     */
    Optional<PodFacts> read(String namespace, String name);
}
