package io.koordbridge.copilot.evict;

import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerKiller;
import io.koordbridge.copilot.node.EvictedContainers;
import io.koordbridge.copilot.node.NodeView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends containers so that their applications take it as preemption. Asking twice for a container ends it once. */
public final class EvictionService {
    /** ContainerExitStatus.PREEMPTED: the one status that no framework counts as a failure. */
    public static final int PREEMPTED = -102;

    private static final Logger log = LoggerFactory.getLogger(EvictionService.class);

    private final NodeView node;
    private final ContainerKiller killer;
    private final EvictedContainers evicted;
    private final ForcedKills kills;

    public EvictionService(NodeView node, ContainerKiller killer, EvictedContainers evicted) {
        this.node = node;
        this.killer = killer;
        this.evicted = evicted;
        this.kills = new ForcedKills(killer);
    }

    /**
     * The answer says what ends: its event is sent. With {@code force} the signals follow, which may take longer than the caller waits; another
     * caller does not wait for them.
     */
    public EvictionOutcome evict(EvictionRequest request) {
        EvictionOutcome outcome = decide(request);
        if (request.force() && !request.dryRun()) {
            List<String> ids = new ArrayList<>();
            outcome.evicted().forEach(container -> ids.add(container.id()));
            outcome.alreadyEnding().forEach(container -> ids.add(container.id()));
            kills.force(ids);
        }
        return outcome;
    }

    /** Ends those that were signalled to leave and have not. */
    public void endLate(List<String> containers) {
        evict(EvictionRequest.ofContainers(containers, "has not left in time", false, false));
    }

    /** One at a time, so that two callers do not free the same amount twice. */
    private synchronized EvictionOutcome decide(EvictionRequest request) {
        List<ContainerFacts> containers = node.containers();
        EvictionOutcome outcome = request.containers().isEmpty()
                ? new EvictionOutcome(
                        VictimSelection.select(containers, request.demand()), ending(containers), new ArrayList<>())
                : byName(containers, request);
        if (!request.dryRun()) {
            // Remembered first: a container's end may be reported before the kill event was handled.
            outcome.evicted().forEach(container -> evicted.add(container.id(), PREEMPTED));
            remember();
            outcome.evicted().forEach(container -> evict(container, request));
        }
        return outcome;
    }

    private void remember() {
        try {
            evicted.keep();
        } catch (IOException | RuntimeException e) {
            // The next round tries again, and logs a failure.
            log.debug("Evictions are not kept yet", e);
        }
    }

    private void evict(ContainerFacts container, EvictionRequest request) {
        boolean sent = killer.kill(container.id(), PREEMPTED, "Evicted by Koord Bridge: " + request.reason());
        log.info(
                "Container evicted container={} application={} force={} sent={} reason={}",
                container.id(),
                container.applicationId(),
                request.force(),
                sent,
                request.reason());
    }

    private static EvictionOutcome byName(List<ContainerFacts> containers, EvictionRequest request) {
        List<ContainerFacts> victims = new ArrayList<>();
        List<ContainerFacts> ending = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(request.containers())) {
            ContainerFacts found = find(containers, id);
            if (found == null || !found.live()) {
                notFound.add(id);
            } else if (found.ending()) {
                ending.add(found);
            } else {
                victims.add(found);
            }
        }
        return new EvictionOutcome(victims, ending, notFound);
    }

    private static List<ContainerFacts> ending(List<ContainerFacts> containers) {
        List<ContainerFacts> ending = new ArrayList<>();
        for (ContainerFacts container : containers) {
            if (container.live() && container.ending()) {
                ending.add(container);
            }
        }
        return ending;
    }

    private static @Nullable ContainerFacts find(List<ContainerFacts> containers, String id) {
        for (ContainerFacts container : containers) {
            if (container.id().equals(id)) {
                return container;
            }
        }
        return null;
    }
}
