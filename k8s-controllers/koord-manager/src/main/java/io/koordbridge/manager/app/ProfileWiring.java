package io.koordbridge.manager.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.config.switches.ControllerNames;
import io.koordbridge.manager.profile.missedpods.MissedPodWatcher;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.profile.waitingpods.ColocationProfileController;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Profiles of every replica: their caches, and who looks after pods that admission did not reach. */
final class ProfileWiring {

    private final ManagerConfiguration config;
    private final BridgeContext context;
    private final FeatureGates gates;
    private final @Nullable ProfileView view;

    ProfileWiring(ManagerConfiguration config, BridgeContext context) {
        this.config = config;
        this.context = context;
        this.gates = config.featureGates();
        this.view = isWanted() ? context.manage(new ProfileView(context.feeds())) : null;
    }

    private boolean isWanted() {
        boolean webhook = config.webhook().enabled()
                && gates.isOn(Gate.WEBHOOK_FRAMEWORK)
                && gates.isOn(Gate.RESERVATION_MUTATING_WEBHOOK);
        return webhook || mutatesPods() || controls();
    }

    private boolean controls() {
        return gates.isOn(Gate.COLOCATION_PROFILE_CONTROLLER)
                && config.controllers().isOn(ControllerNames.COLOCATION_PROFILE);
    }

    private boolean mutatesPods() {
        return config.webhook().enabled()
                && gates.isOn(Gate.WEBHOOK_FRAMEWORK)
                && gates.isOn(Gate.POD_MUTATING_WEBHOOK);
    }

    /** The caches; empty when unused. */
    Optional<ProfileView> view() {
        return Optional.ofNullable(view);
    }

    /** Whether the caches are filled, or unused. */
    boolean settled() {
        return view == null || view.synced();
    }

    /** Begins to fill the caches, and to follow pods; call before the cluster view starts. */
    void start(ClusterView cluster, LeaderActivity activity) {
        if (view == null) {
            return;
        }
        context.environment().healthChecks().register("profiles", new SyncedCheck(view::unread));
        view.start();
        if (controls()) {
            context.manage(new ColocationProfileController(
                            context, view, config.webhook().scope(), activity, config.colocationProfile()))
                    .start();
        }
        if (mutatesPods()) {
            MissedPodWatcher.Parts parts = new MissedPodWatcher.Parts(
                    context.events(),
                    context.metrics(),
                    context.clock(),
                    config.webhook().scope());
            MissedPodWatcher missed = context.manage(new MissedPodWatcher(parts, view, activity));
            cluster.addListener(missed);
            missed.start(context.tasks());
        }
    }
}
