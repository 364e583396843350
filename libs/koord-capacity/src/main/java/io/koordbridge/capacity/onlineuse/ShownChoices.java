package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.RiskChoiceDocument;
import io.koordbridge.api.document.node.RiskChoiceDocument.Texts;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Choices by risk that the Node shows of an earlier process; one that is not asked for is left out.
 *
 * @param cpu null for none
 * @param memory null for none
 * @param problems what of them cannot be read
 */
@PureCore
public record ShownChoices(
        @Nullable RiskChoice cpu, @Nullable RiskChoice memory, List<WireProblem> problems) {

    /** The Node shows none. */
    public static final ShownChoices NONE = new ShownChoices(null, null, List.of());

    private static final String ALLOWED = "a choice such as p95/900+3.5 care 2.10";

    public ShownChoices {
        problems = List.copyOf(problems);
    }

    /**
     * Reads the annotation.
     *
     * @param text null when absent
     */
    public static ShownChoices read(@Nullable String text, EstimateStrategy estimate) {
        Decoded<Texts> decoded = RiskChoiceDocument.read(text);
        Texts texts = decoded.orElse(Texts.NONE);
        List<WireProblem> problems = new ArrayList<>(decoded.problems());
        return new ShownChoices(
                choice("cpu", texts.cpu(), texts.cpuRiskPercent(), estimate.cpu(), problems),
                choice("memory", texts.memory(), texts.memoryRiskPercent(), estimate.memory(), problems),
                problems);
    }

    /** Versions that wrote no risk beside it had no other than the one of now, as far as anyone knows. */
    private static @Nullable RiskChoice choice(
            String field, @Nullable String text, @Nullable Double risk, Rule rule, List<WireProblem> problems) {
        if (text == null || !(rule instanceof ByRisk byRisk)) {
            return null;
        }
        Optional<RiskChoice> choice = RiskChoice.parse(text, Objects.requireNonNullElse(risk, byRisk.percent()));
        if (choice.isEmpty()) {
            String value = risk == null ? text : text + " at risk " + risk;
            problems.add(new WireProblem(Annotations.NODE_RISK_CHOICE, field, value, ALLOWED));
        }
        return choice.orElse(null);
    }
}
