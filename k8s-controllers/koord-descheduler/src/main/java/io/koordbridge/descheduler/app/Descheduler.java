package io.koordbridge.descheduler.app;

import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.protocol.WellKnown;

/** Builds the process from its parts. */
public class Descheduler extends BridgeApplication<DeschedulerProcessConfiguration> {

    @Override
    public String processName() {
        return "koord-descheduler";
    }

    @Override
    protected void start(DeschedulerProcessConfiguration config, BridgeContext context) {
        LeaderGate gate = context.newLeaderGate(config, WellKnown.DESCHEDULER_LEASE);
        context.environment().healthChecks().register("leader", new HealthCheck() {
            @Override
            protected Result check() {
                return Result.healthy(gate.isLeader() ? "this replica leads" : "the leader is %s", gate.holder());
            }
        });
        gate.start(() -> {}, () -> {});
    }
}
