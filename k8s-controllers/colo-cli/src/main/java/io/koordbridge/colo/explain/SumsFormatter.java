package io.koordbridge.colo.explain;

import io.koordbridge.colo.answer.SumsAnswer;
import io.koordbridge.colo.answer.SumsAnswer.Change;
import io.koordbridge.colo.answer.SumsAnswer.Devices;
import io.koordbridge.colo.answer.SumsAnswer.Stage;
import io.koordbridge.colo.answer.SumsAnswer.Step;
import io.koordbridge.colo.answer.SumsAnswer.Sum;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sums as text: one line for each term, amounts under each other. */
@PureCore
final class SumsFormatter {

    private static final int DECIMALS = 3;
    private static final BigDecimal MILLI_PER_CORE = BigDecimal.valueOf(1000);
    private static final BigDecimal BYTES_PER_GIBIBYTE = BigDecimal.valueOf(1L << 30);

    private SumsFormatter() {}

    static String of(String title, SumsAnswer answer) {
        List<String> blocks = new ArrayList<>();
        blocks.add(title + "\n" + heading(answer));
        for (Sum sum : answer.sums()) {
            if (!isNothing(sum)) {
                blocks.add(sum(sum, answer));
            }
        }
        if (!answer.zones().isEmpty()) {
            blocks.add(ZonesFormatter.of(answer.zones()));
        }
        List<String> nothing = answer.sums().stream()
                .filter(SumsFormatter::isNothing)
                .map(sum -> sum.resource() + " (" + sum.reason() + ")")
                .toList();
        if (!nothing.isEmpty()) {
            blocks.add("Nothing of: " + String.join(", ", nothing));
        }
        answer.devices().forEach(devices -> blocks.addAll(devices(devices, answer)));
        protection(answer).forEach(blocks::add);
        stages(answer.stages()).forEach(blocks::add);
        if (!answer.changes().isEmpty()) {
            blocks.add(changes(answer));
        }
        blocks.add(completeness(answer));
        return String.join("\n\n", blocks);
    }

    private static String heading(SumsAnswer answer) {
        BigDecimal report = answer.report().ageSeconds();
        return "calculated " + Amounts.age(answer.ageSeconds()) + " ago, "
                + (report == null ? "without a report" : "report " + Amounts.age(report) + " old") + ", rules: "
                + String.join(", ", answer.strategySources());
    }

    /** Mid that is not configured has lines that all come to zero. */
    private static boolean isNothing(Sum sum) {
        return sum.steps().isEmpty()
                || (sum.resource().contains("/mid-")
                        && sum.steps().stream()
                                .filter(step -> "=".equals(step.sign()))
                                .allMatch(step -> step.value().signum() == 0));
    }

    /** Nodes without devices get no such lines. */
    private static List<String> devices(Devices devices, SumsAnswer answer) {
        if (!devices.sums().isEmpty()) {
            return devices.sums().stream().map(sum -> sum(sum, answer)).toList();
        }
        return devices.unhealthy() == 0
                ? List.of()
                : List.of("Nothing of " + devices.type() + ": " + devices.reason() + ", " + devices.unhealthy()
                        + " unhealthy");
    }

    private static String sum(Sum sum, SumsAnswer answer) {
        List<List<String>> rows = new ArrayList<>();
        String heading = Unit.of(sum).heading;
        int width = sum.steps().stream()
                .flatMap(step -> Stream.concat(Stream.of(step), step.parts().stream()))
                .mapToInt(step -> amount(step, sum).length())
                .reduce(heading.length(), Math::max);
        for (Step step : sum.steps()) {
            rows.add(row(String.valueOf(step.sign()), step.name(), amount(step, sum), width, step));
            for (Step part : step.parts()) {
                rows.add(row("", "  " + part.name(), "(" + amount(part, sum) + ")", width + 1, part));
            }
        }
        String table = TextTable.of(List.of("", sum.resource(), right(heading, width), "AGE", "SOURCE"), rows);
        return table + "\n" + onNode(sum, answer);
    }

    private static List<String> row(String sign, String name, String amount, int width, Step step) {
        String age = step.ageSeconds() == null ? "" : Amounts.age(step.ageSeconds());
        return List.of(sign, name, right(amount, width), age, step.source() == null ? "" : step.source());
    }

    private static String onNode(Sum sum, SumsAnswer answer) {
        if (sum.published()) {
            return "The node shows it.";
        }
        String due = answer.decision().askAgainAt() == null
                ? ""
                : ", due at " + answer.decision().askAgainAt();
        String shown = sum.onNode() == null ? "nothing" : quantity(sum.onNode(), sum.resource());
        String notWritten = answer.decision().notWritten();
        return "The node shows " + shown + ": "
                + (notWritten == null ? answer.decision().reason() + due : "not written, " + notWritten);
    }

    private static String amount(Step step, Sum sum) {
        return "x".equals(step.sign())
                ? step.value().stripTrailingZeros().toPlainString()
                : Unit.of(sum).text(step.value());
    }

    /** What people read amounts in; in whole units where nothing else fits. */
    private enum Unit {
        CORES("CORES"),
        GIB("GiB"),
        UNITS("UNITS");

        private final String heading;

        Unit(String heading) {
            this.heading = heading;
        }

        static Unit of(Sum sum) {
            return switch (sum.unit()) {
                case "bytes" -> GIB;
                case "milli-cpu" -> CORES;
                default -> UNITS;
            };
        }

        String text(BigDecimal value) {
            return switch (this) {
                case CORES -> divided(value, MILLI_PER_CORE);
                case GIB -> divided(value, BYTES_PER_GIBIBYTE);
                case UNITS -> value.stripTrailingZeros().toPlainString();
            };
        }

        private static String divided(BigDecimal value, BigDecimal by) {
            return value.divide(by, DECIMALS, RoundingMode.HALF_UP).toPlainString();
        }
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static List<String> protection(SumsAnswer answer) {
        SumsAnswer.Protection protection = answer.decision().protection();
        String sentence = protection == null ? null : protection.sentence();
        return sentence == null || sentence.isEmpty()
                ? List.of()
                : List.of("Online pods are not protected: " + sentence);
    }

    private static List<String> stages(List<Stage> stages) {
        List<String> lines = new ArrayList<>();
        for (Stage stage : stages) {
            if (stage.problem() != null) {
                lines.add(stage.name() + " failed: " + stage.problem());
            }
            stage.annotations()
                    .forEach((key, text) ->
                            lines.add(stage.name() + ": " + key + (text == null ? " not set" : " = " + text)));
        }
        return lines.isEmpty() ? List.of() : List.of(String.join("\n", lines));
    }

    private static String completeness(SumsAnswer answer) {
        Instant since = answer.decision().changesSince();
        String from =
                since == null ? "" : " since " + since.truncatedTo(ChronoUnit.SECONDS) + ", when it began to lead";
        return (answer.changes().isEmpty() ? "No change" : "Changes") + " by this replica" + from
                + "; earlier ones are lost at a failover.";
    }

    private static String changes(SumsAnswer answer) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = answer.changes().size() - 1; i >= 0; i--) {
            Change change = answer.changes().get(i);
            rows.add(List.of(
                    change.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                    change.resource(),
                    quantity(change.before(), change.resource()),
                    quantity(change.after(), change.resource()),
                    Stream.of(change.why(), change.because())
                            .filter(text -> text != null)
                            .reduce((left, right) -> left + ", " + right)
                            .orElse(Amounts.UNKNOWN)));
        }
        return TextTable.of(List.of("LAST CHANGES", "RESOURCE", "BEFORE", "AFTER", "CAUSE"), rows);
    }

    static String quantity(@Nullable BigDecimal value, String resource) {
        if (value == null) {
            return Amounts.UNKNOWN;
        }
        if (resource.endsWith("-memory")) {
            return Unit.GIB.text(value) + " GiB";
        }
        return resource.endsWith("-cpu")
                ? Unit.CORES.text(value) + " cores"
                : value.stripTrailingZeros().toPlainString();
    }
}
