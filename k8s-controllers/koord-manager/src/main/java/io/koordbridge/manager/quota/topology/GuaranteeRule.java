package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** A minimum above what is guaranteed must fit into the guarantee of some ancestor. */
@PureCore
final class GuaranteeRule {

    private GuaranteeRule() {}

    static Optional<String> violation(QuotaTopology topology, QuotaInfo quota) {
        boolean exempt = quota.switches().forceUpdate()
                || quota.treeId().isEmpty()
                || quota.switches().treeRoot();
        if (exempt || quota.min().above(quota.guaranteed()).isEmpty()) {
            return Optional.empty();
        }
        ResourceAmounts need = quota.min().max(quota.guaranteed());
        String self = quota.name();
        String above = quota.parent();
        Set<String> seen = new HashSet<>();
        while (!above.equals(WellKnown.ROOT_QUOTA)) {
            Optional<QuotaInfo> parent = topology.quota(above);
            if (parent.isEmpty() || !seen.add(above)) {
                return Optional.of("ancestor " + above + " of quota " + quota.name() + " is not known");
            }
            need = parent.get().min().max(need.plus(guaranteedBeside(topology, above, self)));
            if (need.above(parent.get().guaranteed()).isEmpty()) {
                return Optional.empty();
            }
            self = above;
            above = parent.get().parent();
        }
        return Optional.of("spec.min of quota " + quota.name() + " is not guaranteed: its tree would need "
                + need.text() + " at " + self);
    }

    private static ResourceAmounts guaranteedBeside(QuotaTopology topology, String parent, String self) {
        return topology.children(parent).stream()
                .filter(child -> !child.name().equals(self))
                .map(QuotaInfo::guaranteed)
                .reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }
}
