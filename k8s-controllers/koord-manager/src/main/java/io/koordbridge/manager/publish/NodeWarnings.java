package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.manager.config.sloconfig.ConfigProblems;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.util.List;

/** What is wrong with labels and annotations of nodes, once for each turn; each of them has an event of its own. */
final class NodeWarnings {

    private static final String STAYS = "not accepted, what is in force stays";
    private static final Concern STRATEGY =
            new Concern("ColocationStrategyAnnotationInvalid", "ColocationStrategyAnnotationValid", STAYS);
    private static final Concern RATIO_LABELS =
            new Concern("ColocationRatioLabelInvalid", "ColocationRatioLabelValid", STAYS);
    private static final Concern RANGE = new Concern(
            "ColocationStrategyAnnotationOutOfRange",
            "ColocationStrategyAnnotationInRange",
            "out of range, and in force as it is");
    private static final Concern RESERVATION = new Concern("NodeReservationInvalid", "NodeReservationValid", STAYS);
    private static final Concern THIRD_PARTIES = new Concern(
            "ThirdPartyAllocationsUnreadable", "ThirdPartyAllocationsReadable", "not read, the last good ones stay");

    private final ObjectWarnings warnings;

    NodeWarnings(EventRecorder events) {
        this.warnings = new ObjectWarnings(events);
    }

    /** The strategy of a node was read. An annotation that can be read holds as it is, whatever it says. */
    void strategy(Node node, EffectiveStrategy.ForNode strategy) {
        warnings.look(node, STRATEGY, words(strategy.problems(), true));
        warnings.look(node, RATIO_LABELS, words(strategy.problems(), false));
        warnings.look(node, RANGE, ConfigProblems.words(strategy.outside()));
    }

    private static String words(List<Problem> problems, boolean ofAnnotation) {
        return problems.isEmpty()
                ? ""
                : ConfigProblems.words(problems.stream()
                        .filter(one -> one.key().equals(Annotations.NODE_COLOCATION_STRATEGY) == ofAnnotation)
                        .toList());
    }

    /** The reservation of a node was read; without problems the words are empty. */
    void reservation(Node node, String words) {
        warnings.look(node, RESERVATION, words);
    }

    /**
     * What third parties hold was read.
     *
     * @param text what cannot be read, empty when it can
     */
    void thirdParties(Node node, String text, String problem) {
        warnings.look(node, THIRD_PARTIES, text, problem);
    }

    void forget(String name) {
        warnings.forget(name);
    }
}
