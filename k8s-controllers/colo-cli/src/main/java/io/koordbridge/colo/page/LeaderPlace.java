package io.koordbridge.colo.page;

import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.cluster.ForwardedPort;
import io.koordbridge.colo.cluster.Leader;
import java.net.URI;

/** In the pod of the replica that leads, through a forwarded port. */
final class LeaderPlace implements PagePlace {
    private final ClusterAccess cluster;
    private final Component component;
    private Leader leader;
    private ForwardedPort forwarded;

    LeaderPlace(ClusterAccess cluster, Component component) {
        this.cluster = cluster;
        this.component = component;
        this.leader = cluster.leader(component);
        this.forwarded = forward(leader);
    }

    private ForwardedPort forward(Leader to) {
        return cluster.forward(component, to, component.pagePort());
    }

    @Override
    public URI address() {
        return forwarded.address();
    }

    @Override
    public ServerCheck check() {
        return leader.check();
    }

    @Override
    public String name() {
        return "in pod " + cluster.namespace() + "/" + leader.pod();
    }

    @Override
    public boolean moved() {
        Leader now = cluster.leader(component);
        if (now.equals(leader)) {
            return false;
        }
        ForwardedPort before = forwarded;
        // All that may fail comes first: the next look has to see the same difference then.
        forwarded = forward(now);
        leader = now;
        before.close();
        return true;
    }

    @Override
    public void close() {
        forwarded.close();
    }
}
