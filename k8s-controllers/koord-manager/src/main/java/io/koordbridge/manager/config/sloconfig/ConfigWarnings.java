package io.koordbridge.manager.config.sloconfig;

import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.review.ConfigReview;
import io.koordbridge.sloconfig.review.Finding;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Warns about configuration without effect, or with an unexpected one: an unknown field, a selector that
 * selects nothing, a value outside its range that no controller checks. Rejected values are reported by their readers.
 */
public final class ConfigWarnings implements ClusterListener {

    private final ClusterView view;
    private final EventRecorder events;
    private final Supplier<List<Problem>> refused;

    /**
     * A listener that is notified after the readers of the ConfigMap.
     *
     * @param refused what they do not take of it
     */
    public ConfigWarnings(ClusterView view, EventRecorder events, Supplier<List<Problem>> refused) {
        this.view = view;
        this.events = events;
        this.refused = refused;
    }

    private record Place(String key, String field) {}

    @Override
    public void configMapRead(@Nullable Map<String, String> data) {
        if (data == null) {
            return;
        }
        Set<Place> told = refused.get().stream()
                .map(problem -> new Place(problem.key(), problem.field()))
                .collect(Collectors.toSet());
        ConfigReview.of(data).stream()
                .filter(finding -> !told.contains(new Place(finding.key(), finding.field())))
                .collect(Collectors.groupingBy(Finding::key, TreeMap::new, Collectors.toList()))
                .values()
                .forEach(doubts ->
                        ConfigProblems.tellOfDoubts(events, view.configMapForEvents(), "SLOCfgDoubtful", doubts));
    }
}
