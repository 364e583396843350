package io.koordbridge.scheduler.place.load;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.LoadWishReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What cannot be used of the annotations of a pod about its expected load, for people. */
@PureCore
public final class PodLoadProblems {

    private PodLoadProblems() {}

    /**
     * The problems.
     *
     * @param annotations texts by name
     */
    public static List<String> of(Map<String, String> annotations) {
        List<WireProblem> problems =
                new ArrayList<>(LoadWishReader.factors(annotations.get(Annotations.POD_LOAD_FACTORS))
                        .problems());
        for (String key : List.of(Annotations.POD_LOAD_AFTER_SCHEDULED, Annotations.POD_LOAD_AFTER_INITIALIZED)) {
            problems.addAll(LoadWishReader.seconds(key, annotations.get(key)).problems());
        }
        return problems.stream()
                .map(problem -> problem.message() + "; what is configured applies")
                .toList();
    }
}
