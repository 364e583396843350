package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumaWishReaderTest {

    private static Pod pod(String key, String text) {
        return new PodBuilder()
                .withNewMetadata()
                .addToAnnotations(key, text.replace('\'', '"'))
                .endMetadata()
                .build();
    }

    private static String fields(Decoded<?> read) {
        return read.problems().stream().map(WireProblem::field).collect(Collectors.joining(","));
    }

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | - | ``",
                "{} | /// | ``",
                "{'requiredCPUBindPolicy':'FullPCPUs','x':1} | FullPCPUs// | ``",
                "{'RequiredCpuBindPolicy':'FullPCPUs'} | FullPCPUs// | ``",
                "{'preferredCPUBindPolicy':null} | // | ``",
                "{'preferredCPUBindPolicy':'Default','preferredCPUExclusivePolicy':'None'} | /Default/None | ``",
                "{'preferredCPUBindPolicy':'fullpcpus'} | /fullpcpus/ | preferredCPUBindPolicy",
                "{'requiredCPUBindPolicy':'x','preferredCPUExclusivePolicy':'y'} | x//y "
                        + "| requiredCPUBindPolicy,preferredCPUExclusivePolicy",
                "{'requiredCPUBindPolicy':7} | bad | ``",
                "{'requiredCPUBindPolicy':['FullPCPUs']} | bad | ``",
                "'FullPCPUs' | bad | ``",
                "{ | bad | ``",
            })
    void readsWishesOfBinding(String text, String value, String problems) {
        Decoded<BindWish> read = NumaWishReader.bind(pod(Annotations.POD_RESOURCE_SPEC, text));

        String shown = read.found()
                .map(wish -> wish.required() + "/" + wish.preferred() + "/" + wish.exclusive())
                .orElse(read.isAbsent() ? "-" : "bad");
        assertThat(shown).isEqualTo(value.equals("///") ? "//" : value);
        assertThat(fields(read)).isEqualTo(problems);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | - | ``",
                "{'numaTopologyPolicy':'SingleNUMANode'} | SingleNUMANode/ | ``",
                "{'numaTopologyPolicy':'single-numa-node'} | single-numa-node/ | numaTopologyPolicy",
                "{'singleNUMANodeExclusive':'Required'} | /Required | ``",
                "{'singleNUMANodeExclusive':'z'} | /z | singleNUMANodeExclusive",
                "{'singleNUMANodeExclusive':true} | bad | ``",
                "[] | bad | ``",
            })
    void readsWishesOfAlignment(String text, String value, String problems) {
        Decoded<NumaWish> read = NumaWishReader.alignment(pod(Annotations.POD_NUMA_TOPOLOGY_SPEC, text));

        String shown =
                read.found().map(wish -> wish.policy() + "/" + wish.exclusive()).orElse(read.isAbsent() ? "-" : "bad");
        assertThat(shown).isEqualTo(value);
        assertThat(fields(read)).isEqualTo(problems);
    }

    @Test
    void aProblemNamesFieldValueAndWhatIsAllowed() {
        assertThat(NumaWishReader.alignment(pod(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{'numaTopologyPolicy':'Strict'}"))
                        .problems())
                .singleElement()
                .extracting(WireProblem::message)
                .isEqualTo("invalid scheduling.koordinator.sh/numa-topology-spec, field numaTopologyPolicy: 'Strict';"
                        + " allowed: None, BestEffort, Restricted, SingleNUMANode");
    }

    @Test
    void aHugeDocumentIsNotRead() {
        String huge = "{'requiredCPUBindPolicy':'" + "x".repeat(20_000) + "'}";

        assertThat(NumaWishReader.bind(pod(Annotations.POD_RESOURCE_SPEC, huge)).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.value()).contains("characters are not read"));
    }
}
