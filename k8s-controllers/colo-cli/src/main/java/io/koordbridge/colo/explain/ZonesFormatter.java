package io.koordbridge.colo.explain;

import io.koordbridge.colo.answer.SumsAnswer.Step;
import io.koordbridge.colo.answer.SumsAnswer.Zone;
import io.koordbridge.colo.answer.SumsAnswer.ZoneSum;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Amounts of NUMA zones as text: one row each, from what the formula left to what the zone offers. */
@PureCore
final class ZonesFormatter {

    private static final String LEFT = "left for batch";

    private ZonesFormatter() {}

    static String of(List<Zone> zones) {
        List<List<String>> rows = new ArrayList<>();
        for (Zone zone : zones) {
            for (ZoneSum sum : zone.sums()) {
                rows.add(List.of(
                        zone.name(), sum.resource(), SumsFormatter.quantity(sum.result(), sum.resource()), how(sum)));
            }
        }
        return TextTable.of(List.of("ZONE", "RESOURCE", "OFFERS", "HOW"), rows);
    }

    private static String how(ZoneSum sum) {
        int left = 0;
        while (left < sum.steps().size() && !LEFT.equals(sum.steps().get(left).name())) {
            left++;
        }
        return sum.steps().stream()
                .skip(left)
                .filter(step -> LEFT.equals(step.name()) || !"=".equals(step.sign()))
                .map(step -> words(step, sum))
                .collect(Collectors.joining(", "));
    }

    private static String words(Step step, ZoneSum sum) {
        if (LEFT.equals(step.name())) {
            return step.name() + " " + SumsFormatter.quantity(step.value(), sum.resource());
        }
        String amount = "x".equals(step.sign())
                ? step.value().stripTrailingZeros().toPlainString()
                : SumsFormatter.quantity(step.value(), sum.resource());
        String why = step.source() == null || step.source().isEmpty() ? "" : " (" + step.source() + ")";
        return step.sign() + " " + step.name() + " " + amount + why;
    }
}
