package io.koordbridge.manager.nodeobjects.nodeslo;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.config.sloconfig.ConfigProblems;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtensions;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps the NodeSLO configuration that is in force, each key for itself. */
public final class SloConfigSource implements ClusterListener {

    private final ClusterView view;
    private final EventRecorder events;
    private final List<Runnable> dependents = new CopyOnWriteArrayList<>();
    private volatile SloConfig.State state = SloConfig.State.INITIAL;
    private volatile List<Problem> problems = List.of();

    public SloConfigSource(ClusterView view, EventRecorder events, MetricRegistry metrics) {
        this.view = view;
        this.events = events;
        for (String key : keys()) {
            metrics.gauge(
                    MetricNames.of("koord_manager_config_faulty", "key", key),
                    () -> () -> problems(key).isEmpty() ? 0 : 1);
        }
    }

    /** Why the last text of a key, or a part of it, is not in force; empty when all of it is. */
    public List<Problem> problems() {
        return problems;
    }

    /** Why the last text of a key, and so what is in force, is an older one. */
    private List<Problem> problems(String key) {
        return problems.stream().filter(one -> one.key().equals(key)).toList();
    }

    private static List<String> keys() {
        return Stream.concat(
                        Stream.of(SloKey.values()).map(SloKey::key),
                        NodeSloExtensions.ALL.stream().map(one -> one.document().key()))
                .toList();
    }

    /** What is in force. */
    public SloConfig.State state() {
        return state;
    }

    /** Runs whenever the configuration changed or became available. */
    public void onChange(Runnable dependent) {
        dependents.add(dependent);
    }

    @Override
    public void configMapRead(@Nullable Map<String, String> data) {
        SloConfig.State before = state;
        SloConfig.Step step = SloConfig.next(before, data);
        state = step.state();
        problems = step.problems();
        for (String key : keys()) {
            ConfigProblems.tell(events, view.configMapForEvents(), "SLOCfgUnmarshalFailed", problems(key));
        }
        if (step.changed() || step.released() || before.available() != state.available()) {
            dependents.forEach(Runnable::run);
        }
    }
}
