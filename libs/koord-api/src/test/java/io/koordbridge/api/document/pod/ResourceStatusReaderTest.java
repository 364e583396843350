package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceStatusReaderTest {

    private static Decoded<GivenResources> read(String text) {
        return ResourceStatusReader.read(pod(text));
    }

    private static Pod pod(String text) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("p")
                .addToAnnotations(Annotations.POD_RESOURCE_STATUS, text)
                .endMetadata()
                .build();
    }

    private static String shown(Decoded<GivenResources> read) {
        return read.found()
                .map(given -> given.cpuset() + ";" + given.cpus() + ";"
                        + given.nodes().stream()
                                .map(one -> one.node() + "" + new TreeMap<>(one.resources()))
                                .collect(Collectors.joining(" ")))
                .orElse("");
    }

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | `` | ``",
                "{} | ;; | ``",
                "{'cpuset':'0-1'} | 0-1;0-1; | ``",
                "{'CPUSet':'0-1','x':7} | 0-1;0-1; | ``",
                "{'cpuset':null,'numaNodeResources':null} | ;; | ``",
                "{'cpuset':'1,1,0'} | 1,1,0;0-1; | ``",
                "{'cpuset':'a-b'} | a-b;; | cpuset",
                "{'cpuset':'7-4','numaNodeResources':[{'node':1,'resources':{'cpu':'2'}}]} | 7-4;;1{cpu=2} | cpuset",
                "{'cpuset':'0-8192'} | 0-8192;; | cpuset",
                "{'cpuset':5} | `` | `{'cpuset':5}`",
                "{ | `` | {",
                "[] | `` | []",
                "{} {} | `` | {} {}",
                "{'numaNodeResources':[null,{'resources':{'cpu':null,'memory':1}},{}]} | ;;0{memory=1} 0{} | ``",
                "{'numaNodeResources':[{'node':1},{'node':0},{'node':1}]} | ;;1{} 0{} 1{} | ``",
                "{'numaNodeResources':[{'node':-1},{'node':64},{'node':63}]} | ;;63{} | numaNodeResources.node: [-1; 64]",
                "{'numaNodeResources':[{'node':2147483648}]} | `` | {'numaNodeResources':[{'node':2147483648}]}",
                "{'numaNodeResources':[{'node':'1'}]} | `` | {'numaNodeResources':[{'node':'1'}]}",
                "{'numaNodeResources':[{'node':1.5}]} | `` | {'numaNodeResources':[{'node':1.5}]}",
                "{'numaNodeResources':[{'resources':{'cpu':'2 cores'}}]} | `` | {'numaNodeResources':[{'resources':{'cpu':'2 cores'}}]}",
                "{'numaNodeResources':[{'resources':{'cpu':'-1','memory':'1'}},{'node':1,'resources':{'cpu':'2'}}]} "
                        + "| ;;0{memory=1} 1{} | numaNodeResources.resources: {cpu=-1}",
            })
    void readsWhatTheTableSays(String text, String value, String problem) {
        Decoded<GivenResources> read = read(text.replace('\'', '"'));

        assertThat(shown(read)).isEqualTo(value);
        if (problem.isEmpty()) {
            assertThat(read.problems()).isEmpty();
        } else {
            assertThat(read.problems())
                    .singleElement()
                    .extracting(WireProblem::message)
                    .asString()
                    .contains(Annotations.POD_RESOURCE_STATUS, "allowed: ")
                    .contains(problem.split("[:;] ")[0].replace('\'', '"'));
        }
    }

    @Test
    void anObjectWithoutTheAnnotationHasNone() {
        assertThat(ResourceStatusReader.read(
                                new PodBuilder().withNewMetadata().endMetadata().build())
                        .isAbsent())
                .isTrue();
    }

    @Test
    void neitherALongDocumentNorALongQuantityIsRead() {
        assertThat(read("{\"cpuset\":\"" + "0-1,".repeat(10_000) + "2\"}").problems())
                .hasSize(1);
        assertThat(read("{\"numaNodeResources\":[{\"resources\":{\"cpu\":\"" + "9".repeat(65) + "\"}}]}")
                        .found())
                .isEmpty();
    }

    @Test
    void eachKindOfProblemIsSaidOnce() {
        String nodes =
                IntStream.range(100, 600).mapToObj("{\"node\":%d}"::formatted).collect(Collectors.joining(","));

        assertThat(read("{\"cpuset\":\"x\",\"numaNodeResources\":[" + nodes + "]}")
                        .problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.message()).hasSizeLessThan(400));
    }
}
