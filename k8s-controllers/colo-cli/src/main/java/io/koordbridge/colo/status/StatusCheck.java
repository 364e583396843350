package io.koordbridge.colo.status;

import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.colo.answer.ProtectionAnswer;
import io.koordbridge.protocol.PureCore;
import java.util.Set;

/** What has to be well. */
@PureCore
enum StatusCheck {
    /** Pods and YARN fit, or an announced shrink goes on; known everywhere. */
    LEDGER,
    /** Some replica leads, and the one that was asked knows it. */
    LEADER,
    /** Each ResourceManager answers. */
    RESOURCEMANAGER,
    /** Each node agent reports on time. */
    AGENTS,
    /** Each node with YARN is known to a ResourceManager. */
    NODES,
    /** No node offers batch capacity without suppression, whatever is evicted for memory; a manager that cannot be asked is no failure. */
    PROTECTION;

    private static final Set<String> FITS = Set.of("OK", "DRAINING");

    boolean isWell(StatusAnswer status, ProtectionAnswer protection) {
        StatusAnswer.Agents agents = status.agents();
        return switch (this) {
            case LEDGER -> FITS.contains(status.ledger().verdict());
            case LEADER -> status.leader() != null;
            case RESOURCEMANAGER ->
                !status.clusters().isEmpty()
                        && status.clusters().stream()
                                .allMatch(cluster -> cluster.state().equals("UP"));
            case AGENTS -> agents.total() > 0 && agents.reporting() == agents.total();
            case NODES -> status.nodes().total() > 0 && status.nodes().unmatched() == 0;
            case PROTECTION -> !protection.off();
        };
    }
}
