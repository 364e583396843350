package io.koordbridge.capacity.stages;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.RiskChoiceDocument;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.Memory;
import io.koordbridge.capacity.onlineuse.OnlineEstimator;
import io.koordbridge.capacity.onlineuse.OnlineEstimator.Rules;
import io.koordbridge.capacity.onlineuse.ShownChoices;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.StageMemory;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How much online work is expected to use; batch capacity of the same pass is what that leaves. */
@PureCore
final class OnlineUseStage implements ResourceStage<OnlineEstimate> {

    /** The estimates of the pass before; what the node shows of capacity does not change them. */
    private record Before(Memory estimates) implements StageMemory {

        @Override
        public StageMemory carriedOut(boolean onNode, boolean onZones, @Nullable StageMemory before) {
            return this;
        }

        @Override
        public StageMemory withoutAmounts() {
            return this;
        }
    }

    @Override
    public String name() {
        return StageNames.ONLINE_USE;
    }

    @Override
    public Owned owned() {
        return Owned.annotation(Annotations.NODE_RISK_CHOICE);
    }

    @Override
    public OnlineEstimate calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        Rules rules = new Rules(
                inputs.strategy().estimate(),
                inputs.strategy().strategy(),
                inputs.settings().held(),
                ShownChoices.read(
                        inputs.annotations().get(Annotations.NODE_RISK_CHOICE),
                        inputs.strategy().estimate()));
        return OnlineEstimator.of(rules, facts.basis().node(), levels(inputs), before(facts), inputs.now());
    }

    private static UsageLevels levels(NodeInputs inputs) {
        return inputs.report() == null ? UsageLevels.NONE : inputs.report().levels();
    }

    private static Memory before(StageFacts facts) {
        return facts.memory(StageNames.ONLINE_USE) instanceof Before before ? before.estimates() : Memory.NONE;
    }

    @Override
    public OnlineEstimate reset(StageFacts facts) {
        return OnlineEstimate.MEAN_ONLY;
    }

    @Override
    public Outlook outlook(OnlineEstimate result, StageFacts facts) {
        return new Outlook(new Before(result.after()), Optional.empty(), false, true, false, null);
    }

    @Override
    public NodePreparation preparation(OnlineEstimate result) {
        return NodePreparation.annotation(
                Annotations.NODE_RISK_CHOICE,
                RiskChoiceDocument.write(result.after().texts()));
    }

    @Override
    public Optional<String> problem(OnlineEstimate result) {
        return result.problems().stream().findFirst().map(WireProblem::message);
    }
}
