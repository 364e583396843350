package io.koordbridge.sloconfig.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bandwidths of the QoS classes in one part of {@code resource-qos-config}: whole numbers are percent and add up to at
 * most 100, quantities add up to at most the bandwidth of the node (Q1).
 */
@PureCore
final class NetworkRules {

    private static final List<String> CLASSES = List.of("lsrClass", "lsClass", "beClass");
    private static final List<String> DIRECTIONS = List.of("ingress", "egress");
    private static final String VALUE_RANGE = "a whole number 0..100 (percent) or a quantity (bits per second)";

    private final DocumentProblems words;
    private final List<Problem> problems = new ArrayList<>();

    private NetworkRules(DocumentProblems words) {
        this.words = words;
    }

    private record Request(String path, JsonNode value) {}

    /**
     * Checks a part.
     *
     * @param path of the part, empty or with a dot at its end
     * @param bandwidth of the nodes that the part is for, null when it is not known
     */
    static List<Problem> problems(DocumentProblems words, JsonNode part, String path, @Nullable BigDecimal bandwidth) {
        NetworkRules rules = new NetworkRules(words);
        List<Request> requests = new ArrayList<>();
        for (String direction : DIRECTIONS) {
            rules.values(part, path, direction + "Limit");
            requests.addAll(rules.values(part, path, direction + "Request"));
        }
        if (rules.problems.isEmpty()) {
            rules.oneKind(requests);
        }
        for (String direction : DIRECTIONS) {
            if (rules.problems.isEmpty()) {
                rules.sum(path, direction, requests, bandwidth);
            }
        }
        return rules.problems;
    }

    private List<Request> values(JsonNode part, String path, String name) {
        List<Request> found = new ArrayList<>();
        for (String className : CLASSES) {
            JsonNode value = part.path(className).path("networkQOS").get(name);
            String at = path + className + ".networkQOS." + name;
            if (value != null) {
                found.add(new Request(at, value));
            }
            if (value != null && !isBandwidth(value)) {
                problems.add(words.at(at, value.asText(), VALUE_RANGE));
            }
        }
        return found;
    }

    private static boolean isBandwidth(JsonNode value) {
        if (value.isNumber()) {
            return value.intValue() >= 0 && value.intValue() <= 100;
        }
        return QuantityReader.parse(value.asText()).isPresent();
    }

    private void oneKind(List<Request> requests) {
        boolean percents = requests.stream().anyMatch(one -> one.value().isNumber());
        requests.stream()
                .filter(one -> percents && one.value().isTextual())
                .findFirst()
                .ifPresent(one -> problems.add(words.at(
                        one.path(),
                        one.value().asText(),
                        "requests of one part all in percent or all in bits per second")));
    }

    private void sum(String path, String direction, List<Request> requests, @Nullable BigDecimal bandwidth) {
        BigDecimal percents = BigDecimal.ZERO;
        BigDecimal bits = BigDecimal.ZERO;
        for (Request request : requests) {
            if (!request.path().endsWith("." + direction + "Request")) {
                continue;
            }
            if (request.value().isNumber()) {
                percents = percents.add(request.value().decimalValue());
            } else {
                bits = bits.add(whole(request.value().asText()));
            }
        }
        String what = path + "*.networkQOS." + direction + "Request";
        if (percents.compareTo(BigDecimal.valueOf(100)) > 0) {
            problems.add(words.at(what, "sum " + percents, "<= 100"));
        }
        if (bandwidth != null && bits.compareTo(bandwidth) > 0) {
            String allowed = "<= totalNetworkBandwidth = " + bandwidth.toPlainString();
            problems.add(words.at(what, "sum " + bits.toPlainString(), allowed));
        }
    }

    /** A quantity in whole units. */
    static BigDecimal whole(String text) {
        Quantity quantity = QuantityReader.parse(text).orElse(new Quantity("0"));
        return Quantities.decimal(quantity).setScale(0, RoundingMode.UP);
    }
}
