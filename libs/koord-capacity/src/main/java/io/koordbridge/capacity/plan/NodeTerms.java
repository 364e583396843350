package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every number of a pass, for explaining: nothing is computed again.
 *
 * @param stages what each stage came to, in order
 * @param steadied what was done so that list and report of the pods agree
 * @param thirdParties what third parties hold
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param after the state for the next pass, once this one was carried out
 * @param held what pods on the node hold of batch and mid resources, by name
 * @param protection whether the node is protected, and what follows from it
 */
public record NodeTerms(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        List<StageOutcome<?>> stages,
        Steadied steadied,
        ThirdPartyShare thirdParties,
        @Nullable Instant reportSeenAt,
        PassMemory after,
        Map<String, Long> held,
        NodeProtection protection) {

    public NodeTerms {
        stages = List.copyOf(stages);
        held = Map.copyOf(held);
    }

    /** The result of the stage that comes to this type; empty where it has none or is switched off. */
    public <T> Optional<T> result(Class<T> type) {
        return stages.stream()
                .map(StageOutcome::result)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    /** The result of a stage; empty where it has none or is switched off. */
    public <T> Optional<T> result(String stage, Class<T> type) {
        return StageOutcome.result(stages, stage, type);
    }

    /** How the amounts of a stage come about, one sum for each; empty where it is switched off. */
    public List<Sum> sums(String stage) {
        return stages.stream()
                .map(StageOutcome::stage)
                .filter(one -> one.name().equals(stage))
                .flatMap(one -> one.explain(this).stream())
                .toList();
    }

    /** Whether all capacity stays as it is because nothing could be calculated. */
    public boolean keepsCapacity() {
        return outlooks().allMatch(Outlook::keeps);
    }

    /** Whether zones offer nothing. */
    public boolean resetsZones() {
        return outlooks().anyMatch(Outlook::resetsZones);
    }

    Stream<Outlook> outlooks() {
        return stages.stream().map(StageOutcome::outlook);
    }

    /** Entries of the origin annotation that the pass sets. */
    Map<String, Quantity> origin() {
        Map<String, Quantity> entries = new HashMap<>();
        stages.forEach(outcome -> entries.putAll(outcome.origin()));
        return entries;
    }
}
