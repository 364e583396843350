package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.enforce.podgroups.PodGroups;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.tier.KubeletDriver;
import io.koordbridge.koordlet.tier.NodeManagerAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Keeps the best-effort tier where the kubelet has its groups, and looks whether the pods that run have theirs there. */
final class TierUpkeep {

    private final boolean makes;
    private final Machine machine;
    private final Enforcement enforcement;
    private final NodeManagerAccess nodeManager;
    private final KubeletDriver kubelet;
    private final Supplier<Optional<KubeletSettings>> said;
    private final Consumer<String> problems;
    private final PodGroups podGroups;

    /**
     * Does nothing yet.
     *
     * @param said what the kubelet answers of its configuration
     */
    TierUpkeep(
            KoordletConfig config,
            Machine machine,
            Enforcement enforcement,
            Supplier<Optional<KubeletSettings>> said,
            Consumer<String> problems) {
        this.makes = !machine.observesOnly() && config.tier().create();
        this.machine = machine;
        this.enforcement = enforcement;
        this.podGroups = enforcement.podGroups();
        this.nodeManager = new NodeManagerAccess(
                machine.tree(),
                machine.hierarchies(),
                Path.of(config.yarn().socketDirectory()),
                config.yarn().userId());
        this.kubelet = machine.kubelet(config);
        this.said = said;
        this.problems = problems;
    }

    /** Makes what is missing. */
    void ensure() {
        if (!makes) {
            return;
        }
        try {
            enforcement.tier().ensure();
            nodeManager.ensure();
        } catch (IOException e) {
            problems.accept("best-effort tier: " + FileErrorFormatter.of(e));
        }
    }

    /** Before the tier is made, and once a second: a guess may be wrong until the kubelet has made its directories. */
    void followKubelet() {
        Optional<CgroupNames> names =
                kubelet.now(said.get()).map(found -> found.withCrioPrefix(podGroups.crioPrefix()));
        CgroupNames before = machine.tree().paths().names();
        if (names.isEmpty() || names.get().equals(before)) {
            return;
        }
        if (names.get().withCrioPrefix(before.crioPrefix()).equals(before)) {
            machine.tree().follow(names.get());
        } else {
            enforcement.tier().follow(names.get());
            ensure();
        }
    }

    /** Looks whether what is written limits the pods that run. */
    void look(NodeView view, Instant now) {
        podGroups.look(view.pods(), now);
        podGroups.problem().ifPresent(problems);
        PodGroups.unknownRuntimes(view.pods()).forEach(problems);
    }

    /** Why batch work is not held back here; empty when it is. */
    Optional<String> unprotected() {
        return machine.obstacle().or(podGroups::problem);
    }
}
