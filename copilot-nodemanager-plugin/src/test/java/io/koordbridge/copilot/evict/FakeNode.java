package io.koordbridge.copilot.evict;

import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerKiller;
import io.koordbridge.copilot.node.EvictedContainers;
import io.koordbridge.copilot.node.GroupFacts;
import io.koordbridge.copilot.node.NodeFacts;
import io.koordbridge.copilot.node.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A NodeManager whose containers stay until a test takes them away. */
public final class FakeNode implements NodeView, ContainerKiller {
    private final List<ContainerFacts.Builder> containers = new ArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final EvictedContainers evicted;
    private NodeFacts facts =
            new NodeFacts("", "", "3.4.3", NodeFacts.Amount.NONE, NodeFacts.Amount.NONE, NodeFacts.Amount.NONE);
    private GroupFacts groups = GroupFacts.UNKNOWN;
    private boolean stopping;
    private Runnable onForce = () -> {};

    public FakeNode(EvictedContainers evicted) {
        this.evicted = evicted;
    }

    public FakeNode add(ContainerFacts.Builder container) {
        containers.add(container);
        return this;
    }

    public void facts(NodeFacts value) {
        this.facts = value;
    }

    /** What happens in a kill, after it was noted. */
    public void onForce(Runnable action) {
        onForce = action;
    }

    public void groups(GroupFacts value) {
        this.groups = value;
    }

    public void stop() {
        stopping = true;
    }

    /** What was asked of the NodeManager, in order. */
    public List<String> calls() {
        return calls;
    }

    @Override
    public NodeFacts node() {
        return facts;
    }

    @Override
    public List<ContainerFacts> containers() {
        List<ContainerFacts> built = new ArrayList<>();
        for (ContainerFacts.Builder container : containers) {
            built.add(
                    container.evicted(evicted.contains(container.build().id())).build());
        }
        return built;
    }

    @Override
    public GroupFacts groups() {
        return groups;
    }

    @Override
    public boolean stopping() {
        return stopping;
    }

    @Override
    public boolean kill(String containerId, int exitStatus, String reason) {
        calls.add("kill " + containerId + " " + exitStatus + " " + reason);
        return true;
    }

    @Override
    public void force(String containerId) {
        calls.add("force " + containerId);
        onForce.run();
    }
}
