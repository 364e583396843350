package io.koordbridge.sloconfig.validation;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.NodeEntry;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Labels of nodes that a selector might be meant for. */
@PureCore
final class VirtualNodes {

    /** Beyond this number the combinations of values repeat no rule that a person would write. */
    private static final int MOST = 10_000;

    private VirtualNodes() {}

    /** Node i has the labels and, of each expression with values, value i modulo their number. */
    static Stream<Map<String, String>> of(NodeEntry entry) {
        LabelSelector selector = entry.selector();
        if (selector == null) {
            return Stream.empty();
        }
        List<LabelSelectorRequirement> choices = selector.getMatchExpressions().stream()
                .filter(expression -> !expression.getValues().isEmpty())
                .toList();
        return IntStream.range(0, count(choices)).mapToObj(i -> labels(selector, choices, i));
    }

    /** The combinations repeat after the least common multiple of the numbers of values. */
    private static int count(List<LabelSelectorRequirement> choices) {
        BigInteger multiple = BigInteger.ONE;
        for (LabelSelectorRequirement choice : choices) {
            BigInteger size = BigInteger.valueOf(choice.getValues().size());
            multiple = multiple.multiply(size).divide(multiple.gcd(size)).min(BigInteger.valueOf(MOST));
        }
        return multiple.intValueExact();
    }

    private static Map<String, String> labels(LabelSelector selector, List<LabelSelectorRequirement> choices, int i) {
        Map<String, String> labels = new HashMap<>();
        if (selector.getMatchLabels() != null) {
            labels.putAll(selector.getMatchLabels());
        }
        for (LabelSelectorRequirement choice : choices) {
            labels.put(
                    choice.getKey(),
                    choice.getValues().get(i % choice.getValues().size()));
        }
        return labels;
    }
}
