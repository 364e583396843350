package io.koordbridge.descheduler.decide.run;

import io.koordbridge.protocol.PureCore;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one plugin did in a run.
 *
 * @param dryRun whether it only pretended
 * @param answers its requests with their verdicts, in order
 * @param kept the first check that kept a pod from being requested, by {@code namespace/name}
 * @param unlisted how many answers and kept pods are not in the lists, because there were so many
 * @param error why it ended before its time, empty when it did not
 */
@PureCore
public record PluginRun(
        String profile,
        String plugin,
        boolean dryRun,
        List<Answer> answers,
        Map<String, Verdict> kept,
        int unlisted,
        String error) {

    public PluginRun {
        answers = List.copyOf(answers);
        kept = Collections.unmodifiableMap(new LinkedHashMap<>(kept));
    }

    /** A request and what became of it. */
    public record Answer(EvictionRequest request, Verdict verdict) {}
}
