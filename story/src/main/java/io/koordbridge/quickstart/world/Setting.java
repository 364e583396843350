package io.koordbridge.quickstart.world;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A setting of this run that differs from the shipped default. Configuration files are written from the same list.
 *
 * @param where process or key of {@code slo-controller-config}
 * @param shipped default, for people
 */
public record Setting(String where, String key, String value, String shipped) {

    private static final String INDENT = "  ";
    static final String KOORDLET = "koordlet";
    static final String COLOCATION = "colocation-config";
    static final String THRESHOLD = "resource-threshold-config";
    static final String OPERATOR = "yarn-operator";

    /** Windows are short so that the story is; a NodeManager keeps room for a master and an executor; YARN leaves a margin. */
    static List<Setting> of(Machine machine) {
        List<Setting> all = new ArrayList<>();
        all.add(new Setting(KOORDLET, "report.minIntervalSeconds", "2", "30"));
        all.add(new Setting(KOORDLET, "report.minAggregateSeconds", "5", "60"));
        all.add(new Setting(KOORDLET, "tier.driver", "cgroupfs", "auto"));
        all.add(new Setting(KOORDLET, "tier.removeOnExit", "true", "false"));
        all.add(new Setting(COLOCATION, "enable", "true", "false"));
        all.add(new Setting(COLOCATION, "metricAggregateDurationSeconds", "10", "300"));
        all.add(new Setting(COLOCATION, "metricReportIntervalSeconds", "5", "60"));
        all.add(new Setting(COLOCATION, "cpuReclaimThresholdPercent", "95", "60"));
        all.add(new Setting(COLOCATION, "memoryReclaimThresholdPercent", "80", "65"));
        all.add(new Setting(COLOCATION, "updateTimeThresholdSeconds", "30", "300"));
        all.add(new Setting(THRESHOLD, "enable", "true", "false"));
        all.add(new Setting(THRESHOLD, "cpuSuppressPolicy", "cfsQuota", "cpuset"));
        all.add(new Setting(THRESHOLD, "cpuSuppressThresholdPercent", "95", "65"));
        all.add(new Setting(THRESHOLD, "cpuSuppressMinPercent", text(Sizing.FLOOR_CPU_PERCENT), "none"));
        all.add(new Setting(OPERATOR, "lease.vcoreRatio", text(machine.vcoreRatio()), "1"));
        all.add(new Setting(OPERATOR, "lease.minVcores", text(Sizing.FLOOR_VCORES), "1"));
        all.add(new Setting(OPERATOR, "lease.minMB", text(Sizing.FLOOR_MEGABYTES), "1024"));
        all.add(new Setting(OPERATOR, "lease.maxShare", "0.75", "1"));
        all.add(new Setting(OPERATOR, "lease.hysteresis.vcores", "2", "1"));
        all.add(new Setting(OPERATOR, "lease.hysteresis.percent", "20", "5"));
        all.add(new Setting(OPERATOR, "lease.hysteresis.memoryMB", "2048", "256"));
        all.add(new Setting(OPERATOR, "lease.hysteresis.anyGrowAfter", "120s", "30s"));
        all.add(new Setting(OPERATOR, "lease.times.growInterval", "10s", "30s"));
        all.add(new Setting(OPERATOR, "lease.times.newLeaderHoldOff", "0s", "15s"));
        return List.copyOf(all);
    }

    private static String text(int number) {
        return Integer.toString(number);
    }

    /** The settings of one place as nested YAML, indented by two spaces a level. */
    static String yaml(List<Setting> all, String where) {
        StringBuilder out = new StringBuilder();
        String section = "";
        for (Setting one : all) {
            if (one.where().equals(where)) {
                int last = one.key().lastIndexOf('.');
                String parent = last < 0 ? "" : one.key().substring(0, last);
                if (!parent.equals(section)) {
                    open(out, section, parent);
                    section = parent;
                }
                String indent = INDENT.repeat(parent.isEmpty() ? 0 : parent.split("\\.").length);
                out.append(indent)
                        .append(one.key().substring(last + 1))
                        .append(": ")
                        .append(one.value())
                        .append('\n');
            }
        }
        return out.toString();
    }

    /** Headings of the levels in which the next section differs from the one before. */
    private static void open(StringBuilder out, String before, String next) {
        String[] old = before.split("\\.");
        String[] levels = next.split("\\.");
        boolean same = true;
        for (int level = 0; level < levels.length; level++) {
            same = same && level < old.length && old[level].equals(levels[level]);
            if (!same) {
                out.append(INDENT.repeat(level)).append(levels[level]).append(":\n");
            }
        }
    }

    /** The settings of one place as a flat JSON object. */
    static String json(List<Setting> all, String where) {
        return all.stream()
                .filter(one -> one.where().equals(where))
                .map(one -> "\"" + one.key() + "\": "
                        + (one.value().matches("true|false|[0-9.]+") ? one.value() : "\"" + one.value() + "\""))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** For people: a line for each place, with keys, values and the defaults in brackets. */
    public static List<String> lines(List<Setting> all) {
        return all.stream()
                .collect(Collectors.groupingBy(Setting::where, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(place -> place.getKey() + ": "
                        + place.getValue().stream()
                                .map(one -> one.key() + " " + one.value() + " (" + one.shipped() + ")")
                                .collect(Collectors.joining(", ")))
                .toList();
    }
}
