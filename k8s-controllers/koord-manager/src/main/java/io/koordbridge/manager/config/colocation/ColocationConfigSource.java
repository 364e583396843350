package io.koordbridge.manager.config.colocation;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.config.sloconfig.ConfigProblems;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.Step;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the colocation configuration that is in force, and notifies its dependents. */
public final class ColocationConfigSource implements ClusterListener {

    private static final Logger LOG = LoggerFactory.getLogger(ColocationConfigSource.class);

    private final ClusterView view;
    private final EventRecorder events;
    private final List<Runnable> dependents = new CopyOnWriteArrayList<>();
    private volatile State state = State.INITIAL;
    private volatile List<Problem> problems = List.of();

    public ColocationConfigSource(ClusterView view, EventRecorder events, MetricRegistry metrics) {
        this.view = view;
        this.events = events;
        String key = ColocationSchemas.KEY;
        metrics.gauge(
                MetricNames.of("koord_manager_config_faulty", "key", key), () -> () -> problems.isEmpty() ? 0 : 1);
        metrics.gauge(
                MetricNames.of("koord_manager_config_available", "key", key), () -> () -> state.available() ? 1 : 0);
    }

    /** What is in force. */
    public State state() {
        return state;
    }

    /** Why the last text, or a part of it, is not in force; empty when all of it is. */
    public List<Problem> problems() {
        return problems;
    }

    /** Runs whenever the configuration changed, became available, or is in order again: some wait for that. */
    public void onChange(Runnable dependent) {
        dependents.add(dependent);
    }

    @Override
    public void configMapRead(@Nullable Map<String, String> data) {
        State before = state;
        Step step = ColocationConfigReader.next(before, data);
        state = step.state();
        problems = step.problems();
        tell(step.problems(), "ColocationCfgUnmarshalFailed", Kind.UNREADABLE);
        tell(step.problems(), "ColocationCfgOutOfRange", Kind.OUT_OF_RANGE);
        tell(step.problems(), "ColocationCfgNodeEntryOutOfRange", Kind.NODE_ENTRY_OUT_OF_RANGE);
        boolean mended = before.faulty() && !state.faulty();
        if (step.changed() || mended || before.available() != state.available()) {
            LOG.info(
                    "colocation configuration in force enable={} nodeEntries={}",
                    state.config().cluster().strategy().enable(),
                    state.config().entries().size());
            dependents.forEach(Runnable::run);
        }
    }

    private void tell(List<Problem> problems, String reason, Kind kind) {
        List<Problem> ofKind =
                problems.stream().filter(one -> one.kind() == kind).toList();
        ConfigProblems.tell(events, view.configMapForEvents(), reason, ofKind);
    }
}
