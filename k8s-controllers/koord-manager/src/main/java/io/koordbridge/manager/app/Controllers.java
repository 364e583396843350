package io.koordbridge.manager.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.config.switches.NameSwitches;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The controllers that are switched on, in the order in which they start. */
final class Controllers {

    private final BridgeContext context;
    private final ClusterView view;
    private final LeaderActivity activity;
    private final NameSwitches switches;
    private final List<Runnable> starts = new ArrayList<>();

    /**
     * A controller that is not started.
     *
     * @param onActing runs whenever this replica begins to act
     * @param listener follows the cluster, null where the controller has a feed of its own
     * @param closing ends it
     */
    record Controller(Runnable onActing, @Nullable ClusterListener listener, AutoCloseable closing, Runnable start) {}

    Controllers(BridgeContext context, ClusterView view, LeaderActivity activity, NameSwitches switches) {
        this.context = context;
        this.view = view;
        this.activity = activity;
        this.switches = switches;
    }

    /** Makes the controller if its name is on. */
    void add(String name, Supplier<Controller> made) {
        if (!switches.isOn(name)) {
            return;
        }
        Controller controller = made.get();
        activity.onActing(controller.onActing());
        if (controller.listener() != null) {
            view.addListener(controller.listener());
        }
        context.manage(controller.closing());
        starts.add(controller.start());
    }

    /** Runs when the controllers before it have started. */
    void then(Runnable start) {
        starts.add(start);
    }

    void start() {
        starts.forEach(Runnable::run);
    }
}
