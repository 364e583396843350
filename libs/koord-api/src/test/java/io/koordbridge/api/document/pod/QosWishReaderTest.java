package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QosWishReaderTest {

    private static List<Decoded<?>> all(String text) {
        String json = text.replace('\'', '"');
        return List.of(
                QosWishReader.identity(json),
                QosWishReader.blocks(json),
                QosWishReader.burst(json),
                QosWishReader.memory(json),
                QosWishReader.memoryPolicy(json),
                QosWishReader.resctrl(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "'x'", "{} {}", "5", "true"})
    void whatIsNotAnObjectIsUnreadable(String text) {
        assertThat(all(text)).allSatisfy(read -> assertThat(read.problems()).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'x':1}"})
    void anObjectWithoutKnownFieldsIsAnEmptyWish(String text) {
        assertThat(all(text)).allMatch(read -> read.isGood() && !read.isAbsent());
    }

    @Test
    void jsonNullIsAbsent() {
        assertThat(all("null")).allMatch(Decoded::isAbsent);
    }

    @Test
    void namesMayBeInAnotherCaseAndNumbersBeyondTheirRange() {
        assertThat(Objects.requireNonNull(QosWishReader.identity("{\"Enable\":true,\"GROUPIDENTITY\":-99999}")
                                .value())
                        .groupIdentity())
                .isEqualTo(-99_999);
        assertThat(Objects.requireNonNull(QosWishReader.burst("{\"cfsQuotaBurstPercent\":-1}")
                                .value())
                        .cfsQuotaBurstPercent())
                .isEqualTo(-1);
        assertThat(QosWishReader.memoryPolicy("{\"policy\":\"AUTO\",\"wmarkRatio\":95}")
                        .value())
                .isEqualTo("AUTO");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'enable':'yes','blocks':{},'policy':7,'wmarkRatio':1.5,'llc':[],'cpuBurstPercent':'5'}",
                "{'groupIdentity':99999999999999999999,'blocks':'all','policy':[],'wmarkRatio':99999999999999999999,"
                        + "'mb':{'schemata':{'percent':'5'}},'cpuBurstPercent':1e30}"
            })
    void fieldsOfAnotherTypeAreUnreadable(String text) {
        assertThat(all(text)).allSatisfy(read -> assertThat(read.problems()).hasSize(1));
    }

    @Test
    void moreCachesThanAMachineHasAreUnreadable() {
        String cache = "{\"cacheID\":1},";
        String text = "{\"mb\":{\"schemataPerCache\":[" + cache.repeat(256) + "{\"cacheID\":1}]}}";

        assertThat(QosWishReader.resctrl(text).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.value()).isEqualTo("257 caches"));
        assertThat(QosWishReader.resctrl(text.replaceFirst("\\{\"cacheID\":1},", ""))
                        .isGood())
                .isTrue();
    }
}
