package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.extender.FilterResult.NodeList;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Which candidates a pod may use. */
@PureCore
final class FilterVerb {

    private FilterVerb() {}

    /**
     * How refusals are told to the scheduler.
     *
     * <p>{@code NEVER_PREEMPT} is the default: the scheduler's dry run of a preemption knows only its own checks, which the
     * node has passed; it would find no victim there and end with an error.
     */
    enum Refusals {
        NEVER_PREEMPT,
        BY_CODE
    }

    static FilterResult answer(ExtenderArguments arguments, ClusterView view, PluginList plugins, Refusals refusals) {
        List<String> passed = new ArrayList<>();
        Map<String, String> failed = new TreeMap<>();
        Map<String, String> unresolvable = new TreeMap<>();
        for (String name : arguments.nodes().names()) {
            FitResult verdict = view.node(name)
                    .map(node -> plugins.filter(arguments.pod(), node))
                    .orElseGet(FitResult::unknownNode);
            if (verdict.fits()) {
                passed.add(name);
            } else if (refusals == Refusals.BY_CODE && verdict.code() == FitCode.UNSCHEDULABLE) {
                failed.put(name, verdict.message());
            } else {
                unresolvable.put(name, verdict.message());
            }
        }
        return arguments
                .nodes()
                .objects()
                .map(objects -> new FilterResult(list(passed, objects), null, failed, unresolvable, ""))
                .orElseGet(() -> new FilterResult(null, List.copyOf(passed), failed, unresolvable, ""));
    }

    private static NodeList list(List<String> passed, Map<String, JsonNode> objects) {
        return new NodeList(
                Map.of(),
                passed.stream()
                        .map(name -> Objects.requireNonNull(objects.get(name)))
                        .toList());
    }
}
