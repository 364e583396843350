package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.TopologyDocuments.CpuBasicInfo;
import io.koordbridge.api.document.node.TopologyDocuments.CpuPool;
import io.koordbridge.api.document.node.TopologyDocuments.KubeletCpus;
import io.koordbridge.api.document.node.TopologyDocuments.TopologyCpu;
import io.koordbridge.protocol.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyDocumentsTest {

    static Stream<Function<@Nullable String, Decoded<?>>> readers() {
        return Stream.of(
                TopologyDocuments::kubelet,
                TopologyDocuments::cpus,
                TopologyDocuments::sharedPools,
                TopologyDocuments::bestEffortPools,
                TopologyDocuments::cpusOfKubeletPods,
                TopologyDocuments::basicInfo);
    }

    @ParameterizedTest
    @MethodSource("readers")
    void eachSaysWhatIsAbsentAndWhatCannotBeRead(Function<@Nullable String, Decoded<?>> reader) {
        assertThat(reader.apply(null).isAbsent()).isTrue();
        assertThat(reader.apply("null").isAbsent()).isTrue();
        for (String text : List.of("{", "7", "\"x\"", "[[]]", "{} {}", "x".repeat(100_000))) {
            assertThat(reader.apply(text).value()).isNull();
            assertThat(reader.apply(text).problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message()).hasSizeLessThan(300));
        }
    }

    @Test
    void readsThePolicyOfTheKubelet() {
        KubeletCpus read = TopologyDocuments.kubelet(
                        "{\"policy\":\"static\",\"options\":{\"full-pcpus-only\":\"true\"},\"reservedCPUs\":\"0-1\"}")
                .orElse(new KubeletCpus("", Map.of(), CpuSet.EMPTY));

        assertThat(read.isStatic()).isTrue();
        assertThat(read.givesFullCores()).isTrue();
        assertThat(read.reserved()).isEqualTo(CpuSet.parse("0-1"));
        assertThat(TopologyDocuments.kubelet("{\"policy\":\"none\",\"options\":{\"full-pcpus-only\":\"true\"}}")
                        .map(KubeletCpus::givesFullCores)
                        .value())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7-6", "a", "0-4097"})
    void thePolicyCountsWithoutWrongCpus(String cpus) {
        Decoded<KubeletCpus> read =
                TopologyDocuments.kubelet("{\"policy\":\"static\",\"reservedCPUs\":\"" + cpus + "\"}");

        assertThat(read.value()).isEqualTo(new KubeletCpus("static", Map.of(), CpuSet.EMPTY));
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::value)
                .isEqualTo(cpus);
    }

    @Test
    void readsCpusAndLeavesOutThoseThatNoMachineHas() {
        Decoded<List<TopologyCpu>> read = TopologyDocuments.cpus("""
            {"detail": [{"id": 1, "core": 2, "socket": 3, "node": 4}, {}, null, {"id": -1}, {"id": 8192},
             {"id": 5, "node": 64}, {"id": 6, "node": -1}]}""");

        assertThat(read.value()).containsExactly(new TopologyCpu(1, 2, 3, 4), new TopologyCpu(0, 0, 0, 0));
        assertThat(read.problems())
                .hasSize(4)
                .allSatisfy(one -> assertThat(one.field()).isEqualTo("detail"));
        assertThat(TopologyDocuments.cpus("{}").value()).isEmpty();
    }

    @Test
    void readsPools() {
        assertThat(TopologyDocuments.sharedPools(
                        "[{\"socket\":0,\"node\":1,\"cpuset\":\"2,0-1\"},{\"cpuset\":\"7\"},{\"node\":2},null]"))
                .isEqualTo(Decoded.of(List.of(
                        new CpuPool(1, "2,0-1", CpuSet.parse("0-2")),
                        new CpuPool(0, "7", CpuSet.parse("7")),
                        new CpuPool(2, "", CpuSet.EMPTY))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3-1", "x", "0-9999"})
    void aPoolWithWrongCpusMakesTheDocumentUnreadable(String cpus) {
        Decoded<List<CpuPool>> read =
                TopologyDocuments.bestEffortPools("[{\"cpuset\":\"0\"},{\"cpuset\":\"" + cpus + "\"}]");

        assertThat(read.value()).isNull();
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::value)
                .isEqualTo(cpus);
    }

    @Test
    void countsPodsThatTheKubeletBinds() {
        Decoded<CpuSet> read = TopologyDocuments.cpusOfKubeletPods("""
            [{"uid": "a", "cpuset": "0-1", "managedByKubelet": true}, {"uid": "b", "cpuset": "2"},
             {"uid": "", "cpuset": "3", "managedByKubelet": true}, {"uid": "c", "cpuset": "x", "managedByKubelet": true}, null]""");

        assertThat(read.value()).isEqualTo(CpuSet.parse("0-1"));
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::field)
                .isEqualTo("cpuset of pod c");
    }

    @Test
    void aHugeDocumentNamesItsFirstProblems() {
        String pods = IntStream.range(0, 5_000)
                .mapToObj(i -> "{\"uid\":\"" + i + "\",\"cpuset\":\"x\",\"managedByKubelet\":true}")
                .collect(Collectors.joining(",", "[", "]"));
        String cpus = IntStream.range(0, 5_000)
                .mapToObj(i -> "{\"id\":-" + (i + 1) + "}")
                .collect(Collectors.joining(",", "{\"detail\":[", "]}"));

        assertThat(TopologyDocuments.cpusOfKubeletPods(pods).problems()).hasSize(5);
        assertThat(TopologyDocuments.cpus(cpus).problems()).hasSize(5);
    }

    @Test
    void readsFactsOfTheCpus() {
        assertThat(TopologyDocuments.basicInfo(
                        "{\"cpuModel\":\"X\",\"hyperThreadEnabled\":true,\"turboEnabled\":null,\"other\":1}"))
                .isEqualTo(Decoded.of(new CpuBasicInfo("X", true, null, null, null)));
        assertThat(TopologyDocuments.basicInfo("").isGood()).isFalse();
        assertThat(TopologyDocuments.basicInfo("{\"turboEnabled\":\"yes\"}").isGood())
                .isFalse();
    }
}
