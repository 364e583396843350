package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceAllocatedReaderTest {

    private static Decoded<SortedMap<String, List<AllocatedDevice>>> read(String text) {
        return DeviceAllocatedReader.read(text.replace('\'', '"'));
    }

    private static String shown(AllocatedDevice device) {
        return device.minor() + ":" + device.amounts().values() + ":"
                + device.functions().stream()
                        .map(AllocatedDevice.VirtualFunction::busID)
                        .collect(Collectors.joining("+"));
    }

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | absent",
                "{} | {}",
                "{'gpu':[{'minor':0,'resources':{'a/b':'5'},'extension':{'vfs':[{'busID':'x'},{'busID':'y'}]}}]} | {gpu=0:[5]:x+y}",
                "{'gpu':[{'Minor':1,'x':2,'extension':{'vfs':null}},null]} | {gpu=1:[]:}",
                "{'gpu':null,'rdma':[]} | {rdma=}",
                "{'gpu':[{'minor':1},{'minor':1}]} | {gpu=1:[]: 1:[]:}",
                "{'gpu':[{}]} | {gpu=null:[]:}",
                "{'gpu':[{'minor':'0'}]} | unreadable",
                "{'gpu':[{'minor':99999999999}]} | unreadable",
                "{'gpu':{'minor':0}} | unreadable",
                "{'gpu':[{'resources':{'a/b':'many'}}]} | unreadable",
                "{'gpu':[{'resources':{'a/b':'1'}}],'rdma':[{'resources':{'a/b':'-1'}}]} | unreadable",
                "[7] | unreadable",
                "{ | unreadable",
            })
    void readsWhatTheTableSays(String text, String value) {
        Decoded<SortedMap<String, List<AllocatedDevice>>> read = read(text);

        String shown = read.found()
                .map(devices -> devices.entrySet().stream()
                        .map(type -> type.getKey() + "="
                                + type.getValue().stream()
                                        .map(DeviceAllocatedReaderTest::shown)
                                        .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining(", ", "{", "}")))
                .orElse(read.isAbsent() ? "absent" : "unreadable");
        assertThat(shown).isEqualTo(value);
        assertThat(read.problems()).hasSize(value.equals("unreadable") ? 1 : 0);
    }

    @Test
    void anAmountBelowNothingIsNamed() {
        assertThat(read("{'rdma':[{'resources':{'a/b':'-1'}}]}").problems())
                .singleElement()
                .extracting(problem -> problem.message())
                .isEqualTo("invalid scheduling.koordinator.sh/device-allocated, field rdma.resources.a/b: '-1';"
                        + " allowed: 0 and more");
        assertThat(DeviceAllocatedReader.read(null).isAbsent()).isTrue();
    }
}
