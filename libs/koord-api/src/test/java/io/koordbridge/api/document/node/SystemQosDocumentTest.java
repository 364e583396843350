package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.SystemQosDocument.SystemCpus;
import io.koordbridge.protocol.CpuSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemQosDocumentTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | `` | `` | 0",
                "{\"cpuset\":\"0-1\"} | 0-1 | 0-1 | 0",
                "{\"cpuset\":\"0-1\",\"cpusetExclusive\":true} | 0-1 | 0-1 | 0",
                "{\"cpuset\":\"0-1\",\"cpusetExclusive\":false} | 0-1 | `` | 0",
                "{\"cpuset\":\"0-1,7-4\"} | 0-1 | 0-1 | 1"
            })
    void readsCpusAndWhetherTheyAreExclusive(String text, String cpus, String exclusive, int problems) {
        Decoded<SystemCpus> read = SystemQosDocument.read(text);

        assertThat(read.map(SystemCpus::cpus).value()).isEqualTo(CpuSet.parse(cpus));
        assertThat(read.map(SystemCpus::exclusive).value()).isEqualTo(CpuSet.parse(exclusive));
        assertThat(read.problems()).hasSize(problems);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "null"})
    void noDocumentIsAbsent(String text) {
        assertThat(SystemQosDocument.read(text).isAbsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"cpuset\":\"a\"}", "{\"cpuset\":\"0-5000\"}", "{\"cpuset\":5}", "[]", "{", "0-1"})
    void refusesWhatCannotBeRead(String text) {
        assertThat(SystemQosDocument.read(text).value()).isNull();
        assertThat(SystemQosDocument.read(text).problems())
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.message()).startsWith("invalid node.koordinator.sh/system-qos-resource"));
    }
}
