package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the manager does not do with the values of a release, it may not do either. */
class ChartRightsTest {
    private static final String MANAGER = "koord-manager";
    private static final String NO_WEBHOOK = "manager.webhook.enabled=false";
    private static final int WEBHOOK_PORT = 9876;

    /** In the agent's reference, which follows its code. */
    private static final Pattern GATE_OF_EVICTIONS = Pattern.compile("\\| `(\\w+Evict)` \\|");

    private static final List<String> OF_THE_WEBHOOK = List.of(
            "secrets create",
            "secrets get",
            "secrets update",
            "mutatingwebhookconfigurations get",
            "mutatingwebhookconfigurations update",
            "mutatingwebhookconfigurations watch",
            "validatingwebhookconfigurations get",
            "validatingwebhookconfigurations update",
            "validatingwebhookconfigurations watch");
    private static final List<String> OF_PROFILES =
            List.of("clustercolocationprofiles watch", "namespaces watch", "priorityclasses watch");
    private static final List<String> OF_CAPACITY =
            List.of("nodes patch", "nodemetrics create", "pods watch", "configmaps watch", "elasticquotas create");

    private final Chart chart = new Chart();

    @Test
    void coverTheWebhookAndProfilesAsLongAsItIsServed() {
        assertThat(rights(chart.render(Chart.DEFAULTS)))
                .containsAll(OF_THE_WEBHOOK)
                .containsAll(OF_PROFILES)
                .containsAll(OF_CAPACITY);
    }

    @ParameterizedTest
    @ValueSource(strings = {NO_WEBHOOK, "manager.featureGates.WebhookFramework=false"})
    void leaveOutWhatOnlyTheWebhookNeedsWhenItIsNotServed(String setting) {
        List<HasMetadata> objects = chart.renderWith(setting, "manager.featureGates.BindingAdmissionWebhook=true");

        assertThat(rights(objects))
                .containsAll(OF_CAPACITY)
                .doesNotContainAnyElementsOf(OF_THE_WEBHOOK)
                .doesNotContainAnyElementsOf(OF_PROFILES)
                .doesNotContain("pods get");
        assertThat(openPorts(objects)).isNotEmpty().doesNotContain(WEBHOOK_PORT);
    }

    @Test
    void coverEvictionsOfAnAgentOnlyWhileAGateOfItIsOn() throws IOException {
        String evict = "pods/eviction create";

        assertThat(agentRights()).doesNotContain(evict);
        assertThat(agentRights("koordlet.config.featureGates.BEMemoryEvict=false"))
                .doesNotContain(evict);
        assertThat(agentRights("colocation.enabled=true")).contains(evict);
        assertThat(agentRights("colocation.enabled=true", "koordlet.config.featureGates.BEMemoryEvict=false"))
                .doesNotContain(evict);
        assertThat(agentRights("koordlet.config.featureGates.CPUSuppress=true")).doesNotContain(evict);
        List<String> gates = GATE_OF_EVICTIONS
                .matcher(Files.readString(ProjectLayout.find().root().resolve("docs/reference/koordlet.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(gates).hasSize(6);
        for (String gate : gates) {
            assertThat(agentRights("koordlet.config.featureGates." + gate + "=true"))
                    .as(gate)
                    .contains(evict);
        }
    }

    @Test
    void ofAnAgentLeaveOutWhatItsConfigurationSwitchesOff() {
        List<String> topology = List.of("noderesourcetopologies create", "noderesourcetopologies patch");
        List<String> kubelet = List.of("nodes/configz get", "nodes/pods get");
        String report = "nodemetrics/status patch";
        String online = "nodemetrics patch";

        assertThat(agentRights()).containsAll(topology).containsAll(kubelet).contains(report, online);
        assertThat(agentRights("koordlet.config.featureGates.NodeTopologyReport=false"))
                .doesNotContainAnyElementsOf(topology)
                .contains("noderesourcetopologies watch")
                .containsAll(kubelet);
        assertThat(agentRights("koordlet.config.kubernetes.kubelet.enabled=false"))
                .doesNotContainAnyElementsOf(kubelet)
                .containsAll(topology);
        assertThat(agentRights("koordlet.config.report.enabled=false"))
                .doesNotContain(report, online)
                .containsAll(topology);
        assertThat(agentRights("koordlet.config.report.online.enabled=false"))
                .doesNotContain(online)
                .contains(report);
        assertThat(agentRights("koordlet.restrictToOwnNode=false"))
                .as("without the policy that narrows it")
                .doesNotContain(online)
                .contains(report);
    }

    @Test
    void ofTheOperatorOverPodsComeWithThePolicyThatNarrowsThem() {
        String policy = "koord-bridge-yarn-operator-pods";
        for (List<HasMetadata> objects : List.of(
                chart.render(Chart.DEFAULTS),
                chart.renderWith("restrictNodeWrites=false", "podAnnotations.restrict=false"))) {
            assertThat(Rendered.named(objects, ClusterRole.class, "koord-bridge-yarn-operator")
                            .getRules())
                    .filteredOn(rule -> rule.getResources().contains("pods"))
                    .singleElement()
                    .satisfies(rule -> assertThat(rule.getVerbs()).contains("patch", "delete"));
            assertThat(Rendered.named(objects, ValidatingAdmissionPolicy.class, policy)
                            .getSpec()
                            .getFailurePolicy())
                    .isEqualTo("Fail");
            assertThat(Rendered.named(objects, ValidatingAdmissionPolicyBinding.class, policy)
                            .getSpec()
                            .getValidationActions())
                    .containsExactly("Deny");
        }
        assertThat(chart.renderWith("yarnOperator.enabled=false"))
                .noneMatch(object -> object.getMetadata().getName().equals(policy));
    }

    private List<String> agentRights(String... settings) {
        return Rendered.named(chart.renderWith(settings), ClusterRole.class, "koord-bridge-koordlet")
                .getRules()
                .stream()
                .flatMap(rule -> rule.getResources().stream()
                        .flatMap(resource -> rule.getVerbs().stream().map(verb -> resource + " " + verb)))
                .toList();
    }

    @Test
    void coverProfilesForWaitingPodsWithoutTheWebhook() {
        assertThat(rights(chart.renderWith(NO_WEBHOOK, "manager.featureGates.ColocationProfileController=true")))
                .containsAll(OF_PROFILES)
                .contains("pods patch")
                .doesNotContainAnyElementsOf(OF_THE_WEBHOOK);
    }

    @Test
    void leaveOutProfilesWhenTheWebhookAppliesNone() {
        assertThat(rights(chart.renderWith("manager.featureGates.PodMutatingWebhook=false")))
                .containsAll(OF_THE_WEBHOOK)
                .doesNotContainAnyElementsOf(OF_PROFILES);
        assertThat(rights(chart.renderWith(
                        "manager.featureGates.PodMutatingWebhook=false",
                        "manager.featureGates.ReservationMutatingWebhook=true")))
                .containsAll(OF_PROFILES);
    }

    /** Another scheduler beside our manager opens no gate of ours. */
    @ParameterizedTest
    @CsvSource({
        "manager.replicas=2, true",
        "scheduler.enabled=false, false",
        "manager.featureGates.PodSchedulingGates=false, false",
        "manager.featureGates.PodMutatingWebhook=false, false",
        NO_WEBHOOK + ", false",
    })
    void coverSchedulingGatesWhereOurSchedulerIsInstalled(String setting, boolean on) {
        List<HasMetadata> objects = chart.renderWith(setting);

        assertThat(rights(objects).contains("pods patch")).isEqualTo(on);
        assertThat(Rendered.named(objects, ConfigMap.class, "koord-manager-config")
                        .getData()
                        .values())
                .anyMatch(text -> text.contains("PodSchedulingGates: " + on));
    }

    @Test
    void openThePortOfTheWebhookAsLongAsItIsServed() {
        assertThat(openPorts(chart.render(Chart.DEFAULTS))).contains(WEBHOOK_PORT);
    }

    @Test
    void nobodyButTheNamedSourcesReachesAPortBesidesThatOfTheWebhook() {
        List<HasMetadata> objects = chart.render(Chart.DEFAULTS);

        assertThat(objects).filteredOn(NetworkPolicy.class::isInstance).hasSize(4);
        for (String component : List.of(MANAGER, "yarn-operator", "koord-scheduler", "koordlet")) {
            assertThat(rules(objects, component))
                    .as(component)
                    .filteredOn(rule -> rule.getPorts().get(0).getPort().getIntVal() != WEBHOOK_PORT)
                    .filteredOn(rule -> !isOfItsOwnReplicas(rule))
                    .singleElement()
                    .satisfies(rule -> assertThat(rule.getFrom())
                            .singleElement()
                            .satisfies(peer -> assertThat(
                                            peer.getNamespaceSelector().getMatchLabels())
                                    .containsEntry("kubernetes.io/metadata.name", "monitoring")));
        }
        assertThat(rules(objects, MANAGER)).hasSize(3);
        assertThat(rules(chart.render(Chart.allOptions()), MANAGER))
                .hasSize(4)
                .allMatch(rule -> !rule.getFrom().isEmpty());
    }

    /** Of one component: which pods these are is in ChartReplicasTest. */
    private static boolean isOfItsOwnReplicas(NetworkPolicyIngressRule rule) {
        return rule.getFrom().size() == 1
                && rule.getFrom().get(0).getPodSelector() != null
                && rule.getFrom().get(0).getNamespaceSelector() == null;
    }

    @Test
    void aListWithoutSourcesLetsNobodyIn() {
        assertThat(rules(chart.renderWith("networkPolicy.sources.metrics=null"), "koordlet"))
                .isEmpty();
    }

    @Test
    void aRoleOfItsOwnCoversThePages() {
        List<PolicyRule> rules = Rendered.named(chart.render(Chart.DEFAULTS), ClusterRole.class, "koord-bridge-reader")
                .getRules();

        assertThat(rules).singleElement().satisfies(rule -> {
            assertThat(rule.getNonResourceURLs()).containsExactly("/koord-bridge/*");
            assertThat(rule.getVerbs()).containsExactly("get");
        });
    }

    private static List<NetworkPolicyIngressRule> rules(List<HasMetadata> objects, String component) {
        return Rendered.named(objects, NetworkPolicy.class, component).getSpec().getIngress();
    }

    /** Each resource with a verb, of the whole cluster or the release's namespace. */
    private static Set<String> rights(List<HasMetadata> objects) {
        List<PolicyRule> rules = new ArrayList<>(Rendered.named(objects, ClusterRole.class, "koord-bridge-" + MANAGER)
                .getRules());
        rules.addAll(Rendered.named(objects, Role.class, MANAGER).getRules());
        Set<String> rights = new TreeSet<>();
        for (PolicyRule rule : rules) {
            for (String resource : rule.getResources()) {
                rule.getVerbs().forEach(verb -> rights.add(resource + " " + verb));
            }
        }
        return rights;
    }

    /** Ports that the manager's pods offer, and those that others may reach. */
    private static List<Integer> openPorts(List<HasMetadata> objects) {
        Stream<Integer> offered = Rendered.podTemplates(objects).get(MANAGER).getSpec().getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .map(port -> port.getContainerPort());
        Stream<Integer> reachable =
                Rendered.named(objects, NetworkPolicy.class, MANAGER).getSpec().getIngress().stream()
                        .flatMap(rule -> rule.getPorts().stream())
                        .map(port -> port.getPort().getIntVal());
        return Stream.concat(offered, reachable).toList();
    }
}
