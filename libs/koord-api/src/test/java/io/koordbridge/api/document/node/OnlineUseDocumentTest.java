package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineUseDocumentTest {

    private static final String AMOUNTS = "{'mean':1,'p50':1,'p90':2,'p95':3,'p99':4,'max':5}";
    private static final Percentiles READ = new Percentiles(1, 1, 2, 3, 4, 5);
    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void readsTimeWindowsAndForecast() {
        assertThat(read("{'at':'2026-01-31T12:00:00Z','windows':[" + window("900", AMOUNTS, AMOUNTS) + ","
                        + window("300", AMOUNTS, AMOUNTS)
                        + "],'forecast':{'seconds':600,'cpuMilli':7,'memoryBytes':8},'later':{}}"))
                .isEqualTo(Decoded.of(new OnlineUse(
                        AT,
                        List.of(
                                new Window(Duration.ofMinutes(5), READ, READ),
                                new Window(Duration.ofMinutes(15), READ, READ)),
                        new Forecast(Duration.ofMinutes(10), 7, 8))));
        assertThat(read("{'at':'2026-01-31T12:00:00Z'}")).isEqualTo(Decoded.of(new OnlineUse(AT, List.of(), null)));
        assertThat(read(null).isAbsent()).isTrue();
        assertThat(read("null").isAbsent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0 | {'mean':1,'p50':1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].seconds",
                "-300 | {'mean':1,'p50':1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].seconds",
                "86401 | {'mean':1,'p50':1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].seconds",
                "60 | {'mean':1,'p50':1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].seconds",
                "300 | {'mean':1,'p50':-1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].cpuMilli",
                "300 | {'mean':1,'p50':1,'p90':2,'p95':3,'p99':4,'max':9007199254740993} | windows[0].cpuMilli",
                "300 | {'mean':1,'p50':3,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].cpuMilli",
                "300 | {'mean':6,'p50':1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].cpuMilli",
                "300 | {'mean':1,'p90':2,'p95':3,'p99':4,'max':5} | windows[0].cpuMilli",
                "300 | null | windows[0].cpuMilli"
            })
    void aWrongWindowIsLeftOutAndTheOthersStay(String seconds, String cpu, String field) {
        Decoded<OnlineUse> read = read("{'at':'2026-01-31T12:00:00Z','windows':["
                + (seconds.equals("60") ? window("60", AMOUNTS, AMOUNTS) + "," : "") + window(seconds, cpu, AMOUNTS)
                + (seconds.equals("60") ? "" : "," + window("60", AMOUNTS, AMOUNTS)) + "]}");

        assertThat(read.orElse(new OnlineUse(AT, List.of(), null)).windows())
                .containsExactly(new Window(Duration.ofMinutes(1), READ, READ));
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::field)
                .isEqualTo(seconds.equals("60") ? "windows[1].seconds" : field);
    }

    @Test
    void amountsOfMemoryAreCheckedAsWell() {
        Decoded<OnlineUse> read =
                read("{'at':'2026-01-31T12:00:00Z','windows':[" + window("300", AMOUNTS, "{'mean':-1}") + "]}");

        assertThat(read.value()).isEqualTo(new OnlineUse(AT, List.of(), null));
        assertThat(read.problems()).extracting(WireProblem::field).containsExactly("windows[0].memoryBytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'seconds':600,'cpuMilli':-7,'memoryBytes':8}",
                "{'seconds':600,'cpuMilli':7,'memoryBytes':9007199254740993}",
                "{'seconds':0,'cpuMilli':7,'memoryBytes':8}",
                "{'seconds':86401,'cpuMilli':7,'memoryBytes':8}",
                "{'cpuMilli':7,'memoryBytes':8}",
                "{}"
            })
    void aWrongForecastIsLeftOut(String forecast) {
        Decoded<OnlineUse> read = read("{'at':'2026-01-31T12:00:00Z','windows':[" + window("300", AMOUNTS, AMOUNTS)
                + "],'forecast':" + forecast + "}");

        assertThat(read.value())
                .isEqualTo(new OnlineUse(AT, List.of(new Window(Duration.ofMinutes(5), READ, READ)), null));
        assertThat(read.problems()).extracting(WireProblem::field).containsExactly("forecast");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{bad",
                "[]",
                "7",
                "{}",
                "{'at':'yesterday'}",
                "{'at':'-999999999-01-01T00:00:00Z'}",
                "{'at':'+999999999-01-01T00:00:00Z'}",
                "{'at':'2026-01-31T12:00:00Z','windows':{}}",
                "{'at':'2026-01-31T12:00:00Z','windows':[{'seconds':'many'}]}",
                "{'at':'2026-01-31T12:00:00Z','windows':[{'seconds':99999999999999999999}]}"
            })
    void refusesWhatCannotBeRead(String text) {
        assertThat(read(text).value()).isNull();
        assertThat(read(text).problems()).hasSize(1);
    }

    @Test
    void aHugeDocumentGivesFewWindowsAndFewProblems() {
        List<String> windows = new ArrayList<>();
        IntStream.range(1, 20_000).forEach(i -> windows.add(window(String.valueOf(-i), AMOUNTS, AMOUNTS)));
        IntStream.range(1, 20_000).forEach(i -> windows.add(i % 16, window(String.valueOf(i), AMOUNTS, AMOUNTS)));

        Decoded<OnlineUse> read = read("{'at':'2026-01-31T12:00:00Z','windows':[" + String.join(",", windows) + "]}");

        assertThat(read.orElse(new OnlineUse(AT, List.of(), null)).windows()).hasSizeBetween(1, 16);
        assertThat(read.problems()).isNotEmpty().hasSizeLessThanOrEqualTo(5);
    }

    @Property
    void readsBackWhatItWrites(@ForAll("uses") OnlineUse use) {
        assertThat(OnlineUseDocument.read(OnlineUseDocument.write(use))).isEqualTo(Decoded.of(use));
    }

    @Provide
    Arbitrary<OnlineUse> uses() {
        Arbitrary<Percentiles> percentiles = Arbitraries.longs()
                .between(0, WireAmounts.MOST)
                .array(long[].class)
                .ofSize(6)
                .map(OnlineUseDocumentTest::rising);
        Arbitrary<List<Window>> windows = Combinators.combine(
                        Arbitraries.longs().between(1, 86_400).map(Duration::ofSeconds), percentiles, percentiles)
                .as(Window::new)
                .list()
                .uniqueElements(Window::length)
                .ofMaxSize(16);
        Arbitrary<Forecast> forecast = Combinators.combine(
                        Arbitraries.longs().between(1, 86_400).map(Duration::ofSeconds),
                        Arbitraries.longs().between(0, WireAmounts.MOST),
                        Arbitraries.longs().between(0, WireAmounts.MOST))
                .as(Forecast::new);
        return Combinators.combine(
                        Arbitraries.longs().between(1, 4_000_000_000L).map(Instant::ofEpochSecond),
                        windows,
                        forecast.injectNull(0.3))
                .as(OnlineUse::new);
    }

    private static Percentiles rising(long... amounts) {
        long[] sorted = amounts.clone();
        Arrays.sort(sorted);
        return new Percentiles(sorted[0], sorted[1], sorted[2], sorted[3], sorted[4], sorted[5]);
    }

    private static String window(String seconds, String cpu, String memory) {
        return "{'seconds':" + seconds + ",'cpuMilli':" + cpu + ",'memoryBytes':" + memory + "}";
    }

    private static Decoded<OnlineUse> read(String text) {
        return OnlineUseDocument.read(text == null ? null : text.replace('\'', '"'));
    }
}
