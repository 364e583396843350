package io.koordbridge.copilot;

import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way in: called with the NodeManager's Context before any other of its services is initialized. */
public final class CopilotNmListener implements ContainerStateTransitionListener {
    private static final Logger log = LoggerFactory.getLogger(CopilotNmListener.class);

    @Override
    public void init(Context context) {
        try {
            CopilotInstances.of(context).applyLease();
        } catch (Throwable e) {
            log.error("Copilot cannot apply the lease; the NodeManager goes on with its own configuration", e);
        }
    }

    @Override
    public void preTransition(ContainerImpl container, ContainerState before, ContainerEvent event) {
        // Runs on the NodeManager's dispatcher thread; nothing is needed from here.
    }

    @Override
    public void postTransition(
            ContainerImpl container, ContainerState before, ContainerState after, ContainerEvent event) {
        // As above: states are read from the Context on request.
    }
}
