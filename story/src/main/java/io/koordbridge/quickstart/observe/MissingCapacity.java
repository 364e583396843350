package io.koordbridge.quickstart.observe;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why there is no capacity for batch work, and what to do about it, in words. */
@PureCore
public final class MissingCapacity {

    private static final String CALCULATED = "CALCULATED";
    private static final BigDecimal MILLI = BigDecimal.valueOf(1000);
    private static final BigDecimal GIBIBYTE = BigDecimal.valueOf(1L << 30);
    private static final String INDENT = "\n  ";

    private MissingCapacity() {}

    /**
     * What was seen, line by line, each on a line of its own.
     *
     * @param explanation the manager's, empty when it gave none
     * @param onlineMilliCpu the target use of the story's online service
     */
    public static String words(Optional<JsonNode> explanation, long onlineMilliCpu) {
        List<String> lines = new ArrayList<>();
        if (explanation.isEmpty()) {
            lines.add("koord-manager does not say how the capacity came about: see koord-manager.log.");
            return joined(lines);
        }
        List<JsonNode> full = new ArrayList<>();
        String reason = "";
        for (JsonNode sum : explanation.get().path("sums")) {
            String resource = sum.path("resource").asText();
            if (!resource.equals(ResourceNames.BATCH_CPU) && !resource.equals(ResourceNames.BATCH_MEMORY)) {
                continue;
            }
            boolean calculated = sum.path("reason").asText().equals(CALCULATED);
            reason = calculated ? reason : sum.path("reason").asText();
            lines.add(resource + ": " + (calculated ? steps(sum) : "nothing, " + reason));
            if (calculated && sum.path("result").decimalValue().signum() <= 0) {
                full.add(sum);
            }
        }
        lines.add("the online service of the story is set to use "
                + BigDecimal.valueOf(onlineMilliCpu).divide(MILLI).toPlainString() + " cores");
        lines.add(advice(full, reason));
        return joined(lines);
    }

    private static String steps(JsonNode sum) {
        boolean cpu = sum.path("unit").asText().equals("milli-cpu");
        StringBuilder text = new StringBuilder(cpu ? "cores" : "GiB");
        for (JsonNode step : sum.path("steps")) {
            text.append(INDENT).append("  ");
            String sign = step.path("sign").asText();
            text.append(sign.isEmpty() ? " " : sign)
                    .append(' ')
                    .append(step.path("name").asText());
            text.append(' ').append(amount(step.path("value").decimalValue(), cpu));
            String source = step.path("source").asText();
            text.append(source.isEmpty() ? "" : "  (" + source + ")");
        }
        return text.toString();
    }

    private static String amount(BigDecimal value, boolean cpu) {
        return value.divide(cpu ? MILLI : GIBIBYTE, 3, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String advice(List<JsonNode> full, String reason) {
        if (!full.isEmpty()) {
            String what = full.stream()
                    .map(sum -> sum.path("unit").asText().equals("milli-cpu") ? "CPU" : "memory")
                    .reduce((one, other) -> one + " and " + other)
                    .orElseThrow();
            return "The " + what
                    + " of this machine is full: work beside the story counts as the system's and leaves nothing below"
                    + " the threshold. End that work (top shows it) or wait for its end, then run ./quickstart again.";
        }
        return reason.isEmpty()
                ? "There is capacity now: it came too late. Run ./quickstart again when the machine is less busy."
                : "koordlet has not reported what is used, or not lately: see koordlet.log.";
    }

    private static String joined(List<String> lines) {
        return INDENT + String.join(INDENT, lines);
    }
}
