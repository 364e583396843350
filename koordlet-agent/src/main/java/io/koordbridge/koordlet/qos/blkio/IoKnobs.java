package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Files of version 2 with a line for each disk, and when two of their lines say the same. */
@PureCore
public final class IoKnobs {

    public static final Knob<String> MAX = lines("io.max", IoKnobs::limits, "rbps=max wbps=max riops=max wiops=max");
    /** Of the cost model of the kernel. */
    public static final Knob<String> WEIGHT = lines("io.weight", IoKnobs::weight, "default");
    /** Of the scheduler bfq. */
    public static final Knob<String> BFQ_WEIGHT = lines("io.bfq.weight", IoKnobs::weight, "default");
    /** At the top. */
    public static final Knob<String> COST_QOS = lines("io.cost.qos", IoKnobs::cost, "enable=0");
    /** At the top. */
    public static final Knob<String> COST_MODEL = lines("io.cost.model", IoKnobs::cost, "ctrl=auto");

    private static final Set<String> CHOSEN_BY_KERNEL = Set.of("min", "max", "model");

    private IoKnobs() {}

    private static Knob<String> lines(String file, Function<String, String> meaning, String reset) {
        return Knob.of(KnobShape.cgroup("", null, file, meaning).lines(reset));
    }

    /** Without any limit the kernel shows no line. */
    private static String limits(String line) {
        String[] words = line.strip().split("\\s+", -1);
        for (int word = 1; word < words.length; word++) {
            if (!words[word].endsWith("=max")) {
                return String.join(" ", words);
            }
        }
        return "";
    }

    /** The default weight is the same as no line. */
    private static String weight(String line) {
        String text = line.strip();
        return text.endsWith(" default") || text.endsWith(" 100") ? "" : text;
    }

    /** The kernel shows decimals, and what it chose itself. What is off, or as the kernel has it anyway, is the same as no line. */
    private static String cost(String line) {
        List<String> words = List.of(line.strip().split("\\s+", -1));
        boolean isQos = words.stream().anyMatch(word -> word.startsWith("enable="));
        if (words.size() < 2 || words.contains("enable=0") || (!isQos && words.contains("ctrl=auto"))) {
            return "";
        }
        Set<String> said = new TreeSet<>();
        for (String word : words) {
            int equal = word.indexOf('=');
            if (equal < 0 || !CHOSEN_BY_KERNEL.contains(word.substring(0, equal))) {
                said.add(word.replaceFirst("\\.0+$", ""));
            }
        }
        return String.join(" ", said);
    }
}
