package io.koordbridge.manager.handlers.podvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.quota.topology.QuotaInfo;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.manager.server.webhook.CallerGoneException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodValidationTest {

    private static Pod pod(Map<String, String> labels, Integer priority, Map<String, String> requests) {
        Map<String, Quantity> quantities = new HashMap<>();
        requests.forEach((name, text) -> quantities.put(name, new Quantity(text)));
        return new PodBuilder()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withPriority(priority)
                .addNewContainer()
                .withName("c")
                .withNewResources()
                .withRequests(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static PodValidation.Outcome validate(Pod pod, String... gatesOn) {
        Map<String, Boolean> gates = new HashMap<>();
        List.of(gatesOn).forEach(name -> gates.put(name, true));
        return new PodValidation(FeatureGates.of(gates), PodQuotas.NONE, () -> EnhancedRules.NONE)
                .validate(new PodValidation.Change(pod, null, "team"));
    }

    private static Pod gpus(Map<String, String> requests) {
        return pod(Map.of(), 9500, requests);
    }

    private static List<String> deviceFindings(Map<String, String> requests) {
        return validate(gpus(requests), "ValidatePodDeviceResource").violations().stream()
                .map(one -> one.kind() + " " + one.detail())
                .toList();
    }

    private static Pod own(String qos, Map<String, String> requests, String status) {
        return new PodBuilder(pod(Map.of("koordinator.sh/qosClass", qos), qos.equals("BE") ? 5500 : 9500, requests))
                .editMetadata()
                .addToAnnotations("scheduling.koordinator.sh/resource-status", status)
                .endMetadata()
                .build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LSR | cpu | 2 | 1500m | {'cpuset': '0-3'} | cpu 1.500, QoS class LSR needs whole cores",
                "LSR | cpu | 2 | 4 | {'cpuset': '0-3'} | -",
                "LSR | cpu | 2 | 1 | {'cpuset': '0-3'} | -",
                "LSR | cpu | 2 | 5 | {'cpuset': '0-3'} | the scheduler gave the pod 4 CPUs (0-3)",
                "LSE | cpu | 4 | 5 | {'cpuset': '0-3'} | the scheduler gave the pod 4 CPUs (0-3)",
                "LSR | cpu | 2 | 5 | {} | -",
                "LSR | cpu | 2 | 5 | {'cpuset': 'x'} | -",
                "LSR | cpu | 2 | 5 | {'cpuset': 7} | -",
                "LSR | cpu | 2 | 5 | {'cpuset': '0-3', 'numaNodeResources': [{'node': -1}]} | the scheduler gave the pod 4 CPUs (0-3)",
                "LSR | cpu | 5 | 5 | {'cpuset': '0-3'} | -",
                "LS | cpu | 2 | 2500m | {} | -",
                "BE | cpu | 1 | 2 | {} | cpu of a pod of QoS class BE may not grow",
                "BE | memory | 1Gi | 2Gi | {} | memory of a pod of QoS class BE may not grow",
                "BE | cpu | 2 | 1 | {} | -",
                "BE | kubernetes.io/batch-cpu | 1 | 1 | {} | -"
            })
    void aRunningPodKeepsToItsClassWhenItsAmountsChange(
            String qos, String resource, String before, String after, String status, String problem) {
        String written = status.replace('\'', '"');
        PodValidation.Outcome outcome = new PodValidation(
                        FeatureGates.of(Map.of()), PodQuotas.NONE, () -> EnhancedRules.NONE)
                .validate(new PodValidation.Change(
                        own(qos, Map.of(resource, after), written),
                        own(qos, Map.of(resource, before), written),
                        "team"));

        assertThat(outcome.isAllowed()).isEqualTo(problem.equals("-"));
        assertThat(outcome.reason()).contains(problem.equals("-") ? "" : problem);
    }

    @Test
    void aRefusalNamesTheGateThatWouldAllowIt() {
        PodValidation validation = new PodValidation(
                FeatureGates.of(Map.of()), membership(quota("team", "is-parent", "true")), () -> EnhancedRules.NONE);
        Pod pod = pod(Map.of("quota.scheduling.koordinator.sh/name", "team"), 9500, Map.of());

        assertThat(validation
                        .validate(new PodValidation.Change(pod, null, "shop"))
                        .reason())
                .contains("quota 'team' is a parent", "SupportParentQuotaSubmitPod");
        Pod moved = pod(Map.of("koordinator.sh/priority", "1"), 9500, Map.of());
        assertThat(validation
                        .validate(new PodValidation.Change(moved, pod(Map.of(), 9500, Map.of()), "shop"))
                        .reason())
                .contains("ColocationProfileSkipValidatingPriority");
    }

    @Test
    void aPodMayNotNameAQuotaThatServesOthersAlone() {
        ElasticQuota quota = quota("research", "is-parent", "false");
        quota.getMetadata().setAnnotations(Map.of("quota.scheduling.koordinator.sh/namespaces", "[\"lab\"]"));
        PodValidation validation =
                new PodValidation(FeatureGates.of(Map.of()), membership(quota), () -> EnhancedRules.NONE);
        Pod pod = pod(Map.of("quota.scheduling.koordinator.sh/name", "research"), 9500, Map.of());
        Pod other = pod(Map.of(), 9500, Map.of());

        assertThat(validation
                        .validate(new PodValidation.Change(pod, null, "lab"))
                        .isAllowed())
                .isTrue();
        assertThat(validation
                        .validate(new PodValidation.Change(pod, null, "shop"))
                        .reason())
                .contains("'research'", "not shop");
        assertThat(validation
                        .validate(new PodValidation.Change(pod, other, "shop"))
                        .isAllowed())
                .isFalse();
        assertThat(validation
                        .validate(new PodValidation.Change(pod, pod, "shop"))
                        .isAllowed())
                .as("a pod that is there already")
                .isTrue();
    }

    @Test
    void noStageBeginsOnceTheCallerHasGivenUp() {
        PodValidation validation = new PodValidation(
                FeatureGates.of(Map.of()),
                new QuotaMembership(
                        (pod, namespace) -> "",
                        () -> {
                            throw new IllegalStateException("a stage began");
                        },
                        QuotaMembership.Admission.OFF,
                        () -> true),
                () -> EnhancedRules.NONE);
        PodValidation.Change late = new PodValidation.Change(
                pod(Map.of(), 9500, Map.of()), null, "shop", new CallerDeadline(true, System.nanoTime()), () -> false);

        assertThatThrownBy(() -> validation.validate(late)).isInstanceOf(CallerGoneException.class);
    }

    private static QuotaMembership membership(ElasticQuota quota) {
        QuotaTopology topology = QuotaTopology.of(List.of(QuotaInfo.of(quota)));
        return new QuotaMembership(
                (pod, namespace) -> ColocationRules.text(pod, "quota.scheduling.koordinator.sh/name"),
                () -> topology,
                QuotaMembership.Admission.OFF,
                () -> true);
    }

    private static ElasticQuota quota(String name, String label, String value) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace("quotas")
                .addToLabels("quota.scheduling.koordinator.sh/" + label, value)
                .build());
        return quota;
    }

    @Test
    void theDefaultQuotaTakesPodsThoughItIsMarkedAsAParent() {
        assertThat(parentQuota("koordinator-default-quota")).isEmpty();
        assertThat(parentQuota("team")).contains("team");
    }

    private static Optional<String> parentQuota(String name) {
        QuotaTopology topology = QuotaTopology.of(List.of(QuotaInfo.of(quota(name, "is-parent", "true"))));
        return new QuotaMembership((pod, namespace) -> name, () -> topology, QuotaMembership.Admission.OFF, () -> true)
                .parentQuota(pod(Map.of(), null, Map.of()), "any");
    }

    @Test
    void zeroBatchResourcesAskForNothing() {
        Map<String, String> zero = Map.of("kubernetes.io/batch-cpu", "0", "kubernetes.io/batch-memory", "0");

        assertThat(validate(pod(Map.of(), 9500, zero)).isAllowed()).isTrue();
    }

    @Test
    void wholeCoresMayBeWrittenAsMilliCores() {
        Map<String, String> labels = Map.of("koordinator.sh/qosClass", "LSR");

        assertThat(validate(pod(labels, 9500, Map.of("cpu", "2000m"))).isAllowed())
                .isTrue();
        assertThat(validate(pod(labels, 9500, Map.of("cpu", "2.0"))).isAllowed())
                .isTrue();
        assertThat(validate(pod(labels, 9500, Map.of("cpu", "1999999u"))).reason())
                .contains("whole cores");
    }

    @Test
    void anUnknownPriorityClassLabelHidesThePriority() {
        Map<String, String> labels =
                Map.of("koordinator.sh/qosClass", "BE", "koordinator.sh/priority-class", "koord-Batch");

        assertThat(validate(pod(labels, 5500, Map.of())).reason()).contains("BE and priority class none");
    }

    @Test
    void sharedCardsNeedExactlyOneKindOfMemory() {
        assertThat(deviceFindings(Map.of("koordinator.sh/gpu.shared", "2", "koordinator.sh/gpu-core", "100")))
                .singleElement()
                .asString()
                .startsWith("FORBIDDEN")
                .endsWith("none");
        assertThat(deviceFindings(Map.of(
                        "koordinator.sh/gpu.shared", "2",
                        "koordinator.sh/gpu-memory", "8Gi",
                        "koordinator.sh/gpu-memory-ratio", "100")))
                .singleElement()
                .asString()
                .endsWith("both");
        assertThat(deviceFindings(Map.of("koordinator.sh/gpu.shared", "2", "huawei.com/npu-core", "20")))
                .isEmpty();
        assertThat(deviceFindings(Map.of("koordinator.sh/gpu.shared", "0", "huawei.com/npu-core", "20")))
                .hasSize(1);
        assertThat(deviceFindings(Map.of(
                        "koordinator.sh/gpu.shared", "2",
                        "koordinator.sh/gpu-memory-ratio", "101",
                        "koordinator.sh/gpu-core", "51")))
                .hasSize(2);
    }

    @Test
    void brokenRulesAreToldAndGoodOnesKeepTheirNames() {
        assertThat(EnhancedRules.read(null).accepted()).contains(EnhancedRules.NONE);
        for (String broken :
                new String[] {"{}", "[1]", "[{\"name\": 1}]", "[{\"requiredLabels\": \"a\"}]", "", "[] x"}) {
            EnhancedRules.Read read = EnhancedRules.read(Map.of("enable", "true", "rules", broken));
            assertThat(read.accepted()).as(broken).isEmpty();
            assertThat(read.problem()).contains("data.rules");
        }
        EnhancedRules rules = EnhancedRules.read(
                        Map.of(
                                "enable",
                                " True ",
                                "rules",
                                "[{\"Name\": \"r\", \"requiredlabels\": [\"team\"], \"namespaceWhitelist\": [\"free\", \"free\"]}, null]"))
                .accepted()
                .orElseThrow();
        assertThat(rules.refusal(pod(Map.of(), null, Map.of()), "other"))
                .hasValueSatisfying(reason -> assertThat(reason).contains("'r'").contains("team"));
        assertThat(rules.refusal(pod(Map.of(), null, Map.of()), "free")).isEmpty();
        assertThat(rules.refusal(pod(Map.of("team", ""), null, Map.of()), "other"))
                .isEmpty();
    }
}
