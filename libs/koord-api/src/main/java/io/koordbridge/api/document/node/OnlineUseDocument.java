package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Annotation {@code koordbridge.io/online-use} of a NodeMetric. Writer: the node agent, beside its report.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, JSON null</td><td>absent</td><td>none</td></tr>
 * <tr><td>time, windows, forecast in range</td><td>as written</td><td>none</td></tr>
 * <tr><td>a window of no or more than {@value #MOST_SECONDS} seconds, with an amount that is missing, negative or beyond 2^53, or with
 *     percentiles that fall</td><td>without that window</td><td>yes</td></tr>
 * <tr><td>a second window of a length, windows beyond {@value #MOST_WINDOWS}</td><td>without them</td><td>yes</td></tr>
 * <tr><td>a forecast with such an amount or time</td><td>without it</td><td>yes</td></tr>
 * <tr><td>no time, text that is not JSON or not of the shape</td><td>none</td><td>yes</td></tr>
 * </table>
 *
 * <p>koord-manager reads it: where it has no value, or one that does not hold any more, percentiles of the node in the report count.
 */
@PureCore
public final class OnlineUseDocument {

    /** More windows than an agent reports. */
    static final int MOST_WINDOWS = 16;
    /** A day. */
    static final long MOST_SECONDS = 86_400;

    private static final String KEY = Annotations.NODE_METRIC_ONLINE_USE;
    private static final int MOST_PROBLEMS = 5;
    private static final String AMOUNTS = "mean, p50, p90, p95, p99 and max from 0 to " + WireAmounts.MOST
            + ", each percentile at least the one before, and the mean at most max";

    private OnlineUseDocument() {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Wire(
            @Nullable String at,
            @Nullable List<WireWindow> windows,
            @Nullable WireForecast forecast) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record WireWindow(
            @Nullable Long seconds,
            @Nullable WirePercentiles cpuMilli,
            @Nullable WirePercentiles memoryBytes) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record WirePercentiles(
            @Nullable Long mean,
            @Nullable Long p50,
            @Nullable Long p90,
            @Nullable Long p95,
            @Nullable Long p99,
            @Nullable Long max) {

        static WirePercentiles of(Percentiles one) {
            return new WirePercentiles(one.mean(), one.p50(), one.p90(), one.p95(), one.p99(), one.max());
        }

        /** Null when they are not what percentiles can be. */
        @Nullable
        Percentiles checked() {
            if (!areAmounts(mean, p50, p90, p95, p99, max)) {
                return null;
            }
            Percentiles found = new Percentiles(
                    Objects.requireNonNull(mean),
                    Objects.requireNonNull(p50),
                    Objects.requireNonNull(p90),
                    Objects.requireNonNull(p95),
                    Objects.requireNonNull(p99),
                    Objects.requireNonNull(max));
            boolean rise = found.p50() <= found.p90()
                    && found.p90() <= found.p95()
                    && found.p95() <= found.p99()
                    && found.p99() <= found.max();
            return rise && found.mean() <= found.max() ? found : null;
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record WireForecast(
            @Nullable Long seconds,
            @Nullable Long cpuMilli,
            @Nullable Long memoryBytes) {}

    /** Reads the annotation of a NodeMetric. */
    public static Decoded<OnlineUse> of(HasMetadata nodeMetric) {
        return read(AnnotationCodec.text(nodeMetric, KEY).orElse(null));
    }

    /** Reads a text, null when absent. */
    public static Decoded<OnlineUse> read(@Nullable String text) {
        Decoded<Wire> decoded =
                JsonDocument.of(text, KEY, Wire.class, "a JSON object with the fields at, windows and forecast");
        Wire wire = decoded.value();
        if (wire == null) {
            return new Decoded<>(null, decoded.problems());
        }
        Instant at = time(wire.at());
        if (at == null) {
            return Decoded.unreadable(new WireProblem(
                    KEY, "at", String.valueOf(wire.at()), "a time such as 2026-01-31T12:00:00Z, after 1970"));
        }
        List<WireProblem> problems = new ArrayList<>();
        List<Window> windows = windows(Objects.requireNonNullElse(wire.windows(), List.of()), problems);
        return new Decoded<>(new OnlineUse(at, windows, forecast(wire.forecast(), problems)), problems);
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            Instant at = text == null ? null : Instant.parse(text);
            boolean possible =
                    at != null && at.getEpochSecond() > 0 && at.getEpochSecond() < WireAmounts.MOST / 1_000_000;
            return possible ? at : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static List<Window> windows(List<WireWindow> written, List<WireProblem> problems) {
        TreeMap<Long, Window> found = new TreeMap<>();
        if (written.size() > MOST_WINDOWS) {
            problems.add(new WireProblem(
                    KEY, "windows", written.size() + " windows", "at most " + MOST_WINDOWS + ", the first ones count"));
        }
        for (int i = 0; i < Math.min(MOST_WINDOWS, written.size()); i++) {
            add(written.get(i), "windows[" + i + "]", found, problems);
        }
        return List.copyOf(found.values());
    }

    private static void add(WireWindow one, String field, Map<Long, Window> found, List<WireProblem> problems) {
        Long seconds = one.seconds();
        if (seconds == null || seconds < 1 || seconds > MOST_SECONDS || found.containsKey(seconds)) {
            note(problems, field + ".seconds", seconds, "1 to " + MOST_SECONDS + ", each once");
            return;
        }
        Percentiles cpu = one.cpuMilli() == null ? null : one.cpuMilli().checked();
        Percentiles memory =
                one.memoryBytes() == null ? null : one.memoryBytes().checked();
        if (cpu == null) {
            note(problems, field + ".cpuMilli", one.cpuMilli(), AMOUNTS);
        } else if (memory == null) {
            note(problems, field + ".memoryBytes", one.memoryBytes(), AMOUNTS);
        } else {
            found.put(seconds, new Window(Duration.ofSeconds(seconds), cpu, memory));
        }
    }

    private static @Nullable Forecast forecast(@Nullable WireForecast written, List<WireProblem> problems) {
        if (written == null) {
            return null;
        }
        Long seconds = written.seconds();
        boolean good = seconds != null
                && seconds >= 1
                && seconds <= MOST_SECONDS
                && areAmounts(written.cpuMilli(), written.memoryBytes());
        if (!good) {
            note(
                    problems,
                    "forecast",
                    written,
                    "seconds from 1 to " + MOST_SECONDS + ", cpuMilli and memoryBytes from 0 to " + WireAmounts.MOST);
            return null;
        }
        return new Forecast(
                Duration.ofSeconds(Objects.requireNonNull(seconds)),
                Objects.requireNonNull(written.cpuMilli()),
                Objects.requireNonNull(written.memoryBytes()));
    }

    private static boolean areAmounts(@Nullable Long... amounts) {
        for (Long amount : amounts) {
            if (amount == null || amount < 0 || amount > WireAmounts.MOST) {
                return false;
            }
        }
        return true;
    }

    private static void note(List<WireProblem> problems, String field, @Nullable Object value, String allowed) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new WireProblem(KEY, field, String.valueOf(value), allowed));
        }
    }

    /** The text of the annotation. */
    public static String write(OnlineUse use) {
        List<WireWindow> windows = use.windows().stream()
                .map(one -> new WireWindow(
                        one.length().toSeconds(),
                        WirePercentiles.of(one.cpuMilli()),
                        WirePercentiles.of(one.memoryBytes())))
                .toList();
        Forecast forecast = use.forecast();
        return AnnotationCodec.write(new Wire(
                use.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                windows,
                forecast == null
                        ? null
                        : new WireForecast(
                                forecast.within().toSeconds(), forecast.cpuMilli(), forecast.memoryBytes())));
    }
}
