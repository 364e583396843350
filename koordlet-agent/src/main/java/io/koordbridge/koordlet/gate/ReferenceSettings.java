package io.koordbridge.koordlet.gate;

import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Flags of the reference's agent that set keys of our configuration. */
@PureCore
public final class ReferenceSettings {

    private static final long MONTH = 2_592_000;
    private static final long HOUR = 3600;
    private static final long MEBIBYTE = 1L << 20;
    private static final int HIGHEST_PORT = 65_535;
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern ADDRESS = Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^:\\[\\]]*)):(\\d{1,5})");

    private ReferenceSettings() {}

    /** How a flag writes its value. */
    public enum Form {
        NUMBER("a whole number"),
        /** Go's form; the key has whole seconds. */
        SECONDS("a duration in whole seconds such as 24h"),
        /** Go's form; the key has whole milliseconds. */
        MILLIS("a duration in whole milliseconds such as 1s"),
        BOOLEAN("true or false"),
        TEXT("a text that is not empty"),
        /** Host and port; without a host all addresses. */
        ADDRESS("host:port with a port from 0 to " + HIGHEST_PORT);

        private final String wanted;

        Form(String wanted) {
            this.wanted = wanted;
        }
    }

    /**
     * A flag and its key.
     *
     * @param key with dots; the address has two, below this one
     * @param lowest of the key in the unit of the flag
     * @param unit how many of the key's units are one of the flag's
     */
    public record Translation(String flag, String key, Form form, long lowest, long highest, long unit) {

        private static Translation of(String flag, String key, Form form) {
            return new Translation(flag, key, form, 0, 0, 1);
        }

        private static Translation of(String flag, String key, Form form, long lowest, long highest) {
            return new Translation(flag, key, form, lowest, highest, 1);
        }

        /** What is wanted, for people. */
        public String wanted() {
            if (highest == 0) {
                return form.wanted;
            }
            String units = form == Form.SECONDS ? " s" : form == Form.MILLIS ? " ms" : "";
            return form.wanted + " from " + lowest + " to " + highest + units;
        }
    }

    /** All of them, by the names of the flags. */
    public static final List<Translation> ALL = List.of(
            Translation.of("addr", "admin", Form.ADDRESS),
            Translation.of("audit-log-dir", "audit.directory", Form.TEXT),
            new Translation("audit-max-disk-space-mb", "audit.maxBytes", Form.NUMBER, 1, 1024, MEBIBYTE),
            Translation.of("collect-res-used-interval", "collect.intervalMillis", Form.MILLIS, 200, 10_000),
            Translation.of("cpu-evict-cool-time-seconds", "evict.cpuCoolSeconds", Form.NUMBER, 1, HOUR),
            Translation.of(
                    "cpu-histogram-decay-half-life", "report.prediction.cpuHalfLifeSeconds", Form.SECONDS, 60, MONTH),
            Translation.of("enable-node-metric-report", "report.enabled", Form.BOOLEAN),
            Translation.of("kubelet-insecure-tls", "kubernetes.kubelet.insecureSkipVerify", Form.BOOLEAN),
            Translation.of("memory-evict-cool-time-seconds", "evict.memoryCoolSeconds", Form.NUMBER, 1, HOUR),
            Translation.of(
                    "memory-histogram-decay-half-life",
                    "report.prediction.memoryHalfLifeSeconds",
                    Form.SECONDS,
                    60,
                    MONTH),
            Translation.of("model-checkpoint-interval", "report.prediction.checkpointSeconds", Form.SECONDS, 60, MONTH),
            Translation.of(
                    "model-checkpoint-max-per-step", "report.prediction.checkpointsPerMinute", Form.NUMBER, 1, 1000),
            Translation.of("model-expiration-duration", "report.prediction.expirySeconds", Form.SECONDS, 60, MONTH),
            Translation.of("prediction-checkpoint-filepath", "report.prediction.checkpointDirectory", Form.TEXT),
            Translation.of(
                    "prediction-cold-start-duration", "report.prediction.coldStartSeconds", Form.SECONDS, 1, MONTH),
            Translation.of(
                    "prediction-safety-margin-percent", "report.prediction.safetyMarginPercent", Form.NUMBER, 1, 1000),
            Translation.of("var-lib-kubelet-dir", "kubernetes.kubelet.directory", Form.TEXT));

    /** The one of a flag; empty when the flag sets no key. */
    static Optional<Translation> find(String flag) {
        return ALL.stream().filter(one -> one.flag().equals(flag)).findFirst();
    }

    /**
     * Keys with their values.
     *
     * @throws IllegalArgumentException naming the flag, its value and what is wanted
     */
    static Map<String, Object> read(Translation translation, String value) {
        Optional<Map<String, Object>> read = switch (translation.form()) {
            case ADDRESS -> address(translation.key(), value);
            case BOOLEAN -> one(translation, bool(value));
            case TEXT -> one(translation, Optional.of(value).filter(text -> !text.isBlank()));
            case NUMBER -> one(translation, number(value).flatMap(number -> inRange(translation, number)));
            case SECONDS ->
                one(translation, units(value, 1_000_000_000).flatMap(number -> inRange(translation, number)));
            case MILLIS -> one(translation, units(value, 1_000_000).flatMap(number -> inRange(translation, number)));
        };
        return read.orElseThrow(() -> new IllegalArgumentException("--" + translation.flag() + "=" + cut(value)
                + ": want " + translation.wanted() + "; it sets " + translation.key()));
    }

    private static Optional<Map<String, Object>> one(Translation translation, Optional<?> value) {
        return value.map(found -> Map.of(translation.key(), found));
    }

    private static Optional<Map<String, Object>> address(String key, String value) {
        Matcher parts = ADDRESS.matcher(value);
        if (!parts.matches() || Integer.parseInt(parts.group(3)) > HIGHEST_PORT) {
            return Optional.empty();
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return Optional.of(Map.of(key + ".bind", host.isEmpty() ? "0.0.0.0" : host, key + ".port", (long)
                Integer.parseInt(parts.group(3))));
    }

    private static Optional<Boolean> bool(String value) {
        return TRUE.contains(value) || FALSE.contains(value) ? Optional.of(TRUE.contains(value)) : Optional.empty();
    }

    private static Optional<Long> number(String value) {
        return NUMBER.matcher(value).matches() ? Optional.of(Long.parseLong(value)) : Optional.empty();
    }

    /** Nothing of a unit is left over. */
    private static Optional<Long> units(String value, long nanos) {
        return GoDurations.nanos(value).filter(all -> all % nanos == 0).map(all -> all / nanos);
    }

    private static Optional<Long> inRange(Translation translation, long number) {
        return number >= translation.lowest() && number <= translation.highest()
                ? Optional.of(number * translation.unit())
                : Optional.empty();
    }

    private static String cut(String value) {
        return value.length() > 100 ? value.substring(0, 100) + "..." : value;
    }
}
