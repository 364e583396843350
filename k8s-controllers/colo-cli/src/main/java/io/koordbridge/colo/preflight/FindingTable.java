package io.koordbridge.colo.preflight;

import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.stream.Collectors;

/** Findings as text. */
@PureCore
final class FindingTable {

    private FindingTable() {}

    static String of(List<Finding> findings) {
        String table = TextTable.of(
                List.of("LEVEL", "PART", "CHECK", "DETAIL"),
                findings.stream()
                        .map(each -> List.of(each.level().name(), each.part(), each.check(), each.detail()))
                        .toList());
        String remedies = findings.stream()
                .filter(each -> each.level() != Level.OK)
                .map(each -> "\n  " + each.part() + ", " + each.check() + ": " + each.remedy())
                .collect(Collectors.joining());
        String sum = count(findings, Level.OK) + " OK, " + count(findings, Level.WARN) + " WARN, "
                + count(findings, Level.FAIL) + " FAIL";
        return table + (remedies.isEmpty() ? "" : "\n\nWHAT TO DO" + remedies) + "\n\n" + sum;
    }

    static long count(List<Finding> findings, Level level) {
        return findings.stream().filter(each -> each.level() == level).count();
    }
}
