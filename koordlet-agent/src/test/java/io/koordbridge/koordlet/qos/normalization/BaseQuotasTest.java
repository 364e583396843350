package io.koordbridge.koordlet.qos.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaseQuotasTest {

    private static final long PERIOD = 100_000;

    private static Container container(String name, String cpu, String restartPolicy) {
        return new ContainerBuilder()
                .withName(name)
                .withRestartPolicy(restartPolicy)
                .withNewResources()
                .withLimits(cpu.isEmpty() ? Map.of() : Map.of("cpu", new Quantity(cpu)))
                .endResources()
                .build();
    }

    private static PodBuilder pod(List<Container> init, Container... main) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("p")
                .withUid("u1")
                .endMetadata()
                .withNewSpec()
                .withInitContainers(init)
                .withContainers(main)
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("Burstable")
                .endStatus();
    }

    private static Optional<BaseQuotas> of(PodBuilder pod) {
        return BaseQuotas.of(PodInfos.of(pod.build(), problem -> {}), PERIOD);
    }

    @Test
    void anInitContainerCountsWhereItIsMoreAndSidecarsAlways() {
        assertThat(of(pod(
                                List.of(container("i", "3", null), container("s", "500m", "Always")),
                                container("c", "1", null)))
                        .map(BaseQuotas::podMicros))
                .contains(300_000L);
        assertThat(of(pod(
                                List.of(container("s", "500m", "Always"), container("i", "3", null)),
                                container("c", "1", null)))
                        .map(BaseQuotas::podMicros))
                .contains(350_000L);
    }

    @Test
    void oneContainerWithoutALimitMakesThePodUnlimited() {
        assertThat(of(pod(List.of(), container("a", "1", null), container("b", "", null))))
                .contains(new BaseQuotas(-1, Map.of("a", 100_000L)));
        assertThat(of(pod(List.of(container("i", "", null)), container("a", "1", null)))
                        .map(BaseQuotas::podMicros))
                .contains(-1L);
    }

    @Test
    void quotasAreOfThePeriodAndWhatTheKernelTakes() {
        PodBuilder pod = pod(List.of(), container("a", "1m", null), container("b", "2", null));

        assertThat(BaseQuotas.of(PodInfos.of(pod.build(), problem -> {}), 50_000))
                .contains(new BaseQuotas(100_050, Map.of("a", 1_000L, "b", 100_000L)));
    }

    @Test
    void absurdLimitsStayNumbers() {
        assertThat(of(pod(List.of(), container("a", "9223372036854775807", null), container("b", "-5", null))))
                .contains(new BaseQuotas(-1, Map.of("a", 100_000_000_000L)));
    }

    @ParameterizedTest
    @CsvSource({
        "LS, Running, true",
        "'', Running, true",
        "what, Pending, true",
        "LSR, Running, false",
        "LSE, Running, false",
        "BE, Running, false",
        "SYSTEM, Running, false",
        "LS, Succeeded, false",
        "LS, Failed, false",
    })
    void onlyPodsOnSharedCpusThatHaveNotFinishedHaveAny(String qos, String phase, boolean any) {
        PodBuilder pod = pod(List.of(), container("a", "1", null))
                .editMetadata()
                .addToLabels("koordinator.sh/qosClass", qos)
                .endMetadata()
                .editStatus()
                .withPhase(phase)
                .endStatus();

        assertThat(of(pod).isPresent()).isEqualTo(any);
    }

    @Test
    void aPodWithResourcesAsAWholeHasNone() {
        assertThat(of(pod(List.of(), container("a", "1", null))
                        .editSpec()
                        .withNewResources()
                        .addToLimits("cpu", new Quantity("500m"))
                        .endResources()
                        .endSpec()))
                .isEmpty();
    }
}
