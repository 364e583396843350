package io.koordbridge.scheduler.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.gang.GangCapability;
import io.koordbridge.scheduler.gatekeeper.GatekeeperCapability;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.place.balance.BalancePlugin;
import io.koordbridge.scheduler.place.device.DeviceCapability;
import io.koordbridge.scheduler.place.device.DeviceHints;
import io.koordbridge.scheduler.place.fit.BatchFitPlugin;
import io.koordbridge.scheduler.place.load.LoadCapability;
import io.koordbridge.scheduler.place.numa.NumaPlugin;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.quota.QuotaCapability;
import io.koordbridge.scheduler.reservation.ReservationCapability;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.wake.RefusedPods;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** All capabilities that the configuration turns on; one line each. */
final class SchedulerCapabilities {

    private final List<Capability> all = new ArrayList<>();

    private SchedulerCapabilities() {}

    static CapabilityList of(
            SchedulerConfiguration config,
            BridgeContext context,
            SteadyClock clock,
            ClusterLedger ledger,
            RefusedPods refused,
            SchedulerLease lease,
            GatekeeperCapability gatekeeper) {
        boolean devices = config.devices().enabled();
        NumaPlugin numa = devices
                ? new NumaPlugin(config.numa(), new DeviceHints(config.devices()))
                : new NumaPlugin(config.numa());
        return new SchedulerCapabilities()
                .with(true, () -> Capability.of(new BatchFitPlugin()))
                .with(true, () -> Capability.of(numa))
                .with(true, () -> Capability.of(new BalancePlugin(config.scores())))
                .with(devices, () -> new DeviceCapability(config.devices(), numa, ledger, context.events()))
                .with(
                        config.loadAware().enabled(),
                        () -> new LoadCapability(config.loadAware(), ledger, context.clock(), context.events()))
                .with(
                        config.reservation().enabled(),
                        () -> new ReservationCapability(config.reservation(), context, ledger, lease::acts, clock))
                .with(
                        config.quota().enabled(),
                        () -> new QuotaCapability(
                                quota(config), context, ledger, gatekeeper.wake(), refused, lease, clock))
                .with(
                        config.gang().enabled(),
                        () -> new GangCapability(config.gang(), context, ledger, gatekeeper.wake(), lease, clock))
                .with(true, () -> gatekeeper)
                .list();
    }

    private static QuotaCapability.Args quota(SchedulerConfiguration config) {
        return new QuotaCapability.Args(config.quota(), config.quotaRevoke(), config.quotaPreemption());
    }

    private SchedulerCapabilities with(boolean on, Supplier<Capability> capability) {
        if (on) {
            all.add(capability.get());
        }
        return this;
    }

    private CapabilityList list() {
        return new CapabilityList(all);
    }
}
