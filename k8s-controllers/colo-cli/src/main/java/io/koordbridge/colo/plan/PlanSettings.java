package io.koordbridge.colo.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.plan.outcome.Variant;
import io.koordbridge.colo.simulation.CheckedChanges;
import io.koordbridge.colo.simulation.CheckedChanges.Documents;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.replay.ReplaySettings;
import io.koordbridge.replay.ReplaySettings.Protection;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy.ForNode;
import java.util.Map;

/** What a setting means for each node of the replayed cluster. */
@PureCore
final class PlanSettings {

    private PlanSettings() {}

    /** Colocation is on; what is not set has its default. */
    static ReplaySettings of(Variant variant) {
        Documents documents = CheckedChanges.documents(variant.changes());
        ObjectNode colocation = documents.colocation().deepCopy().put("enable", true);
        State state = ColocationConfigReader.next(State.INITIAL, Map.of(ColocationSchemas.KEY, colocation.toString()))
                .state();
        ForNode node = EffectiveStrategy.of(state.config(), Map.of(), Map.of()).boundedByNode();
        Protection shipped = ReplaySettings.SHIPPED.protection();
        long suppress = documents
                .thresholds()
                .at("/clusterStrategy/cpuSuppressThresholdPercent")
                .asLong(shipped.suppressThresholdPercent());
        return ReplaySettings.SHIPPED
                .withStrategy(node.strategy())
                .withDamping(node.damping())
                .withEstimate(node.estimate())
                .withProtection(new Protection(
                        suppress,
                        shipped.satisfaction(),
                        shipped.satisfactionWindow(),
                        shipped.memoryThresholdPercent()));
    }
}
