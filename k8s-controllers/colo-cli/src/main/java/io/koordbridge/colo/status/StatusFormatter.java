package io.koordbridge.colo.status;

import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.answers.StatusAnswer.Cluster;
import io.koordbridge.answers.StatusAnswer.Totals;
import io.koordbridge.colo.answer.ManagerStatusAnswer;
import io.koordbridge.colo.answer.OutsideTierAnswer;
import io.koordbridge.colo.answer.ProtectionAnswer;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status as text. */
@PureCore
final class StatusFormatter {
    private static final int MAX_PROBLEMS = 5;

    private StatusFormatter() {}

    static String of(StatusAnswer status, ManagerStatusAnswer manager) {
        List<String> blocks = new ArrayList<>();
        blocks.add(TextTable.of(List.of("PART", "STATE", "DETAIL"), parts(status, manager)));
        blocks.add(TextTable.of(List.of("TOTAL", "CPU", "MEMORY"), totals(status.totals())));
        if (!status.problems().isEmpty()) {
            blocks.add(problems(status.problems()));
        }
        return String.join("\n\n", blocks);
    }

    private static List<List<String>> parts(StatusAnswer status, ManagerStatusAnswer manager) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("leader", leader(status.leader()), text(status.identity())));
        for (Cluster cluster : status.clusters()) {
            rows.add(List.of("yarn " + cluster.id(), cluster.state(), detail(cluster, status.time())));
        }
        if (status.clusters().isEmpty()) {
            rows.add(List.of("yarn", "NO_DATA", "no cluster is configured"));
        }
        int total = status.agents().total();
        int reporting = status.agents().reporting();
        rows.add(List.of(
                "agents",
                total == 0 ? "NO_DATA" : reporting + "/" + total,
                total == 0 ? "no node agent is known" : "with a fresh NodeMetric"));
        rows.add(List.of(
                "nodes",
                status.nodes().total() == 0
                        ? "NO_DATA"
                        : Integer.toString(status.nodes().total()),
                status.nodes().matched() + " matched, " + status.nodes().unmatched() + " unmatched"));
        rows.addAll(protection(manager.protection()));
        OutsideTierAnswer outside = manager.outsideTier();
        if (outside != null && outside.pods() > 0) {
            rows.add(List.of("outside tier", Integer.toString(outside.pods()), outside.detail()));
        }
        rows.add(List.of("ledger", status.ledger().verdict(), verdict(status)));
        return rows;
    }

    private static List<List<String>> protection(ProtectionAnswer protection) {
        if (!protection.known()) {
            return List.of(List.of("protection", protection.state(), protection.detail()));
        }
        ProtectionAnswer.Memory memory = protection.ofMemory();
        return List.of(
                List.of("protection CPU", protection.state(), protection.detail()),
                List.of("protection memory", memory.state(), memory.detail()));
    }

    private static String leader(@Nullable Boolean leader) {
        if (leader == null) {
            return "NO_DATA";
        }
        return leader ? "LEADER" : "STANDBY";
    }

    private static String detail(Cluster cluster, Instant now) {
        Instant last = cluster.lastGoodCall();
        String call = last == null
                ? "never answered"
                : "last good call "
                        + Amounts.age(
                                BigDecimal.valueOf(Duration.between(last, now).toMillis(), 3)) + " ago";
        return text(cluster.resourceManager()) + ", " + text(cluster.auth()) + ", " + call;
    }

    private static String verdict(StatusAnswer status) {
        return switch (status.ledger().verdict()) {
            case "OK" -> "pods and YARN fit into the batch origin everywhere";
            case "DRAINING" -> "pods and YARN exceed the origin, inside an announced shrink";
            case "BROKEN" -> "pods and YARN exceed the origin: colo ledger check";
            default ->
                status.nodes().total() == 0
                        ? "nothing was checked yet"
                        : "what YARN holds on some node is not known: colo explain node NAME";
        };
    }

    private static List<List<String>> totals(Totals totals) {
        return List.of(
                row("capacity", totals.capacityCpuMilli(), totals.capacityMemoryBytes()),
                row("online + system", totals.prodCpuMilli(), totals.prodMemoryBytes()),
                row("batch origin", totals.originCpuMilli(), totals.originMemoryBytes()),
                row("batch pods", totals.podsCpuMilli(), totals.podsMemoryBytes()),
                row("yarn lease", totals.leaseCpuMilli(), totals.leaseMemoryBytes()),
                row("yarn allocated", totals.usedCpuMilli(), totals.usedMemoryBytes()),
                row("yarn really uses", totals.yarnUsageCpuMilli(), totals.yarnUsageMemoryBytes()));
    }

    private static List<String> row(String name, @Nullable Long milliCpu, @Nullable Long bytes) {
        return List.of(name, Amounts.cores(milliCpu), Amounts.bytes(bytes));
    }

    private static String problems(List<String> problems) {
        StringBuilder text = new StringBuilder("PROBLEMS");
        problems.stream()
                .limit(MAX_PROBLEMS)
                .forEach(problem -> text.append("\n  ").append(problem));
        if (problems.size() > MAX_PROBLEMS) {
            text.append("\n  and ").append(problems.size() - MAX_PROBLEMS).append(" more: -o json");
        }
        return text.toString();
    }

    private static String text(@Nullable String value) {
        return value == null ? Amounts.UNKNOWN : value;
    }
}
