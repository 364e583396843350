package io.koordbridge.manager.config.sloconfig;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.Problem;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what is in force for one key that is read for itself, and notifies its dependents. */
public final class ConfigKeySource implements ClusterListener {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigKeySource.class);

    private final ClusterView view;
    private final EventRecorder events;
    private final ConfigDocument document;
    private final String faultReason;
    private final List<Runnable> dependents = new CopyOnWriteArrayList<>();
    private volatile KeyState state;
    private volatile List<Problem> problems = List.of();

    /**
     * Starts with the defaults, not available.
     *
     * @param faultReason reason of the event about a text that is not accepted
     */
    public ConfigKeySource(
            ClusterView view,
            EventRecorder events,
            MetricRegistry metrics,
            ConfigDocument document,
            String faultReason) {
        this.view = view;
        this.events = events;
        this.document = document;
        this.faultReason = faultReason;
        this.state = KeyState.initial(document);
        String key = document.key();
        metrics.gauge(MetricNames.of("koord_manager_config_faulty", "key", key), () -> () -> state.refused() ? 1 : 0);
        metrics.gauge(
                MetricNames.of("koord_manager_config_available", "key", key), () -> () -> state.available() ? 1 : 0);
    }

    /** What is in force. */
    public KeyState state() {
        return state;
    }

    /** Why the last text, or a part of it, is not in force; empty when all of it is. */
    public List<Problem> problems() {
        return problems;
    }

    /** Runs whenever the configuration changed or became available. */
    public void onChange(Runnable dependent) {
        dependents.add(dependent);
    }

    @Override
    public void configMapRead(@Nullable Map<String, String> data) {
        KeyState before = state;
        KeyState.Step step = before.next(document, data);
        state = step.state();
        problems = step.problems();
        ConfigProblems.tell(events, view.configMapForEvents(), faultReason, step.problems());
        if (step.changed() || before.available() != state.available()) {
            LOG.info(
                    "configuration in force key={} enable={}",
                    document.key(),
                    state.config().cluster().path("enable").asBoolean());
            dependents.forEach(Runnable::run);
        }
    }
}
