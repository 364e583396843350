package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.WellKnown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChartRenderingTest {
    private final Chart chart = new Chart();

    static Stream<Path> valueFiles() {
        return Stream.of(Chart.DEFAULTS, Chart.allOptions());
    }

    @Test
    void passesTheStrictLint() {
        LintResult result = chart.lint();

        assertThat(result.getMessages()).isEmpty();
        assertThat(result.isFailed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.30.0", "v1.31.14", "v1.32.9", "v1.33.5", "v1.34.1", "v1.36.0"})
    void rendersTheSameKindsForEachSupportedKubernetes(String kubernetes) {
        assertThat(kinds(kubernetes))
                .isEqualTo(kinds("v1.35.4"))
                .contains("admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy");
    }

    private Set<String> kinds(String kubernetes) {
        return Chart.parse(chart.renderFor(kubernetes)).stream()
                .map(object -> object.getApiVersion() + " " + object.getKind())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void isRefusedBeforeAdmissionPoliciesWere() {
        assertThatThrownBy(() -> chart.renderFor("v1.29.14")).hasMessageContaining("requires kubeVersion: >=1.30");
    }

    @ParameterizedTest
    @MethodSource("valueFiles")
    void rendersEveryObjectAsATypedModelWithANameOfItsOwn(Path values) {
        List<HasMetadata> objects = chart.render(values);

        assertThat(objects).hasSizeGreaterThan(35).noneMatch(GenericKubernetesResource.class::isInstance);
        assertThat(objects).extracting(Rendered::id).doesNotHaveDuplicates();
        assertThat(objects)
                .filteredOn(Namespaced.class::isInstance)
                .allMatch(
                        object ->
                                WellKnown.NAMESPACE.equals(object.getMetadata().getNamespace()),
                        "in its namespace");
    }

    @ParameterizedTest
    @CsvSource({
        "manager.replicas=0, replicas",
        "manager.expectedNodes=0, expectedNodes",
        "scheduler.expectedNodes=0, expectedNodes",
        "manager.webhook.timeoutSeconds=31, timeoutSeconds",
        "koordlet.hostCgroupRoot=sys/fs/cgroup, hostCgroupRoot",
        "scheduler.percentageOfNodesToScore=101, percentageOfNodesToScore",
        "sloControllerConfig.data.colocation-config.degradeTimeMinutes=0, degradeTimeMinutes",
        "koordlet.hostCgroupRoot=null, hostCgroupRoot",
        "koordlet=null, koordlet",
        "logLevel=LOUD, logLevel",
        "manger.enabled=false, manger",
        "manager.featureGates.PodMutatingWebhok=true, PodMutatingWebhok",
        "manager.featureGates.MultiQuotaTree=yes, MultiQuotaTree",
    })
    void refusesAValueOutOfItsRangeByItsName(String setting, String named) {
        assertThatThrownBy(() -> chart.renderWith(setting)).hasMessageContaining(named);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "manager.config.featureGates.NodeMutatingWebhook=true | manager.config.featureGates: set manager.featureGates",
                "manager.config.webhook.enabled=false | manager.config.webhook.enabled: set manager.webhook.enabled",
                "manager.config.webhook.excludedNamespaces={a} | set manager.webhook.excludedNamespaces",
                "manager.config.webhook.port=9443 | only together with manager.config.webhook.externalHost",
                "manager.config.webhook.secretName=other | manager.config.webhook.secretName: cannot be changed",
                "manager.config.configNamespace=other | manager.config.configNamespace: cannot be changed",
                "manager.config.leaderElection.enabled=false | manager.config.leaderElection.enabled: false only with",
                "yarnOperator.config.leaderElection.enabled=false | false only with yarnOperator.replicas=1",
                "yarnOperator.config.leaderElection.namespace=other | yarnOperator.config.leaderElection.namespace: cannot",
                "manager.config.webhook=null | manager.config.webhook.enabled: set manager.webhook.enabled",
                "koordlet.config.nodeName=other | koordlet.config.nodeName: cannot be changed",
                "koordlet.config.roots.cgroup=/sys/fs/cgroup | koordlet.config.roots: cannot be changed",
                "koordlet.config.yarn.socketDirectory=/run | koordlet.config.yarn.socketDirectory: cannot be changed",
                "koordlet.config.yarn.userId=1 | koordlet.config.yarn.userId: cannot be changed",
                "koordlet.config.yarn.leaseDirectory=/run | koordlet.config.yarn.leaseDirectory: cannot be changed",
                "koordlet.config.yarn=null | koordlet.config.yarn.socketDirectory: cannot be changed",
                "koordlet.config.audit.directory=/tmp | koordlet.config.audit.directory: cannot be changed",
                "koordlet.config.admin.port=9999 | koordlet.config.admin.port: cannot be changed",
                "yarnOperator.config.hadoop.confDir=/etc/hadoop | yarnOperator.config.hadoop.confDir: cannot be changed",
                "yarnOperator.hadoopConf.files.core-site\\.xml=x | yarnOperator.hadoopConf.files: want yarn-site.xml among them",
                "manager.config.server.applicationConnectors[0].port=9 | manager.config.server.applicationConnectors: cannot",
                "manager.config.server.adminConnectors[0].port=9 | manager.config.server.adminConnectors: cannot",
                "yarnOperator.config.server.applicationConnectors[0].port=9 | yarnOperator.config.server.applicationConnectors: cannot",
                "yarnOperator.config.server.adminConnectors[0].port=9 | yarnOperator.config.server.adminConnectors: cannot",
                "scheduler.config.server.applicationConnectors[0].port=9 | scheduler.config.server.applicationConnectors: cannot",
                "scheduler.config.server.adminConnectors[0].port=9 | scheduler.config.server.adminConnectors: cannot",
                "scheduler.config.leaderElection.enabled=true | scheduler.config.leaderElection: cannot be changed",
                "scheduler.extender.bindTimeout=86s | scheduler.extender.bindTimeout: 86s, must be longer than 86s",
                "scheduler.extender.bindTimeout=900ms | scheduler.extender.bindTimeout: 900ms, must be longer than 86s",
            })
    void refusesAConfigurationThatTheChartsObjectsWouldNotFollow(String setting, String words) {
        assertThatThrownBy(() -> chart.renderWith(setting)).hasMessageContaining(words);
        String component = setting.substring(0, setting.indexOf('.'));
        assertThat(chart.renderWith(setting, component + ".enabled=false")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"manager", "yarnOperator", "koordlet", "scheduler", "descheduler"})
    void takesAConfigurationWithNothingInIt(String component) {
        assertThat(chart.renderWith(Chart.DESCHEDULER, component + ".config=null"))
                .hasSameSizeAs(chart.renderWith(Chart.DESCHEDULER));
    }

    @Test
    void mountsDirectoriesWhateverTheirNames() {
        DaemonSet agent =
                Rendered.named(chart.renderWith("koordlet.hostCgroupRoot=/a, b #c: {d}"), DaemonSet.class, "koordlet");

        assertThat(agent.getSpec().getTemplate().getSpec().getVolumes())
                .filteredOn(volume -> volume.getName().equals("cgroup"))
                .singleElement()
                .extracting(volume -> volume.getHostPath().getPath())
                .isEqualTo("/a, b #c: {d}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scheduler.extender.bindTimeout=87s", "scheduler.extender.bindTimeout=86001ms"})
    void takesATimeoutThatIsLongerThanABind(String setting) {
        assertThat(chart.renderWith(setting)).isNotEmpty();
        assertThat(chart.renderWith("scheduler.extender.bindTimeout=2s", "scheduler.config.bind.requestTimeout=500ms"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "manager, koord-manager",
        "yarnOperator, yarn-operator",
        "koordlet, koordlet",
        "scheduler, koord-scheduler",
        "descheduler, koord-descheduler",
    })
    void leavesNothingOfAComponentThatIsSwitchedOff(String value, String component) {
        List<HasMetadata> objects =
                chart.renderWith(Chart.DESCHEDULER, value + ".enabled=false", "networkPolicy.enabled=true");

        assertThat(objects)
                .filteredOn(object -> !object.getMetadata().getName().equals(WellKnown.SLO_CONFIG_MAP))
                .noneMatch(object ->
                        component.equals(object.getMetadata().getLabels().get(Labels.COMPONENT)));
        assertThat(objects).extracting(Rendered::id).anyMatch(id -> id.startsWith("PriorityClass/"));
    }

    @Test
    void makesOnePriorityClassPerBandOfTheProtocol() {
        List<io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass> classes = Rendered.of(
                chart.render(Chart.DEFAULTS), io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass.class);

        assertThat(classes).hasSize(4).allSatisfy(made -> {
            PriorityClass band = PriorityClass.ofValue(made.getValue());
            assertThat(made.getMetadata().getName()).isEqualTo(band.wireName());
            assertThat(PriorityClass.ofValue(made.getValue() - 1)).isEqualTo(PriorityClass.NONE);
            assertThat(made.getGlobalDefault()).isNotEqualTo(true);
            boolean low = band == PriorityClass.BATCH || band == PriorityClass.FREE;
            assertThat(made.getPreemptionPolicy()).isEqualTo(low ? "Never" : "PreemptLowerPriority");
        });
    }

    @Test
    void labelsTheStrategyAsTheWebhooksExpectAndKeepsColocationOff() {
        ConfigMap strategy = Rendered.named(chart.render(Chart.DEFAULTS), ConfigMap.class, WellKnown.SLO_CONFIG_MAP);

        JsonNode colocation = Serialization.unmarshal(strategy.getData().get("colocation-config"), JsonNode.class);

        assertThat(strategy.getMetadata().getLabels()).containsEntry(Labels.CONFIG_MAP_TYPE, WellKnown.SLO_CONFIG_MAP);
        assertThat(colocation.get("enable").isBoolean()).isTrue();
        assertThat(colocation.get("enable").booleanValue()).isFalse();
        assertThat(colocation.get("degradeTimeMinutes").isInt()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "koord-manager, " + WellKnown.MANAGER_LEASE,
        "yarn-operator, " + WellKnown.YARN_OPERATOR_LEASE,
        "koord-scheduler, " + WellKnown.SCHEDULER_NAME,
    })
    void letsAComponentHoldItsOwnLeaseOnly(String component, String lease) {
        Role role = Rendered.named(chart.render(Chart.DEFAULTS), Role.class, component);

        List<PolicyRule> changing = role.getRules().stream()
                .filter(rule -> rule.getResources().contains("leases"))
                .filter(rule -> !Set.of("create", "get").containsAll(rule.getVerbs()))
                .toList();

        assertThat(changing)
                .singleElement()
                .extracting(PolicyRule::getResourceNames)
                .isEqualTo(List.of(lease));
    }

    @Test
    void mergesTheUsersConfigurationOverTheWrittenOne() {
        ConfigMap config = Rendered.named(chart.render(Chart.allOptions()), ConfigMap.class, "koord-manager-config");

        JsonNode yaml = Serialization.unmarshal(config.getData().get("config.yaml"), JsonNode.class);

        assertThat(yaml.at("/kubernetes/requestTimeout").asText()).isEqualTo("7s");
        assertThat(yaml.at("/leaderElection/namespace").asText()).isEqualTo(WellKnown.NAMESPACE);
        assertThat(yaml.at("/logging/level").asText()).isEqualTo("DEBUG");
    }

    @Test
    void configuresTheStockSchedulerAsTheExtenderAsks() throws Exception {
        ConfigMap config = Rendered.named(chart.render(Chart.DEFAULTS), ConfigMap.class, "koord-scheduler-config");
        Path shipped =
                ProjectLayout.find().root().resolve("scheduler-plugins/src/main/dist/conf/kube-scheduler-config.yaml");

        ObjectNode inChart = Serialization.unmarshal(config.getData().get("kube-scheduler.yaml"), ObjectNode.class);
        assertThat(inChart).isEqualTo(Serialization.unmarshal(Files.readString(shipped), ObjectNode.class));
    }

    @Test
    void takesTheLeaseFromAKubeSchedulerWhoseExtenderIsDead() {
        Probe probe = Rendered.named(chart.render(Chart.DEFAULTS), Deployment.class, "koord-scheduler")
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(1)
                .getLivenessProbe();

        assertThat(probe.getHttpGet().getPath()).isEqualTo("/leadable");
        assertThat(probe.getHttpGet().getPort().getIntVal()).isEqualTo(8091);
        assertThat(probe.getFailureThreshold() * probe.getPeriodSeconds()).isLessThanOrEqualTo(15);
    }

    @Test
    void replacesThePodsWhenTheirConfigurationChanges() {
        assertThat(checksum(chart.renderWith("logLevel=DEBUG"))).isNotEqualTo(checksum(chart.render(Chart.DEFAULTS)));
        assertThat(checksum(chart.renderWith("manager.replicas=3"))).isEqualTo(checksum(chart.render(Chart.DEFAULTS)));
    }

    @Test
    void letsEveryComponentLogAsMuchAsAsked() {
        List<HasMetadata> objects = chart.renderWith("logLevel=WARN", Chart.DESCHEDULER);

        for (String component : List.of("koord-manager", "yarn-operator", "koord-descheduler", "koord-scheduler")) {
            JsonNode yaml = Serialization.unmarshal(
                    Rendered.named(objects, ConfigMap.class, component + "-config")
                            .getData()
                            .get("config.yaml"),
                    JsonNode.class);
            assertThat(yaml.at("/logging/level").asText()).as(component).isEqualTo("WARN");
        }
        assertThat(Rendered.named(objects, DaemonSet.class, "koordlet")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers())
                .flatExtracting(Container::getEnv)
                .filteredOn(variable -> variable.getName().equals("KOORDLET_LOG_LEVEL"))
                .singleElement()
                .extracting(EnvVar::getValue)
                .isEqualTo("WARN");
    }

    private static String checksum(List<HasMetadata> objects) {
        return Rendered.named(objects, Deployment.class, "koord-manager")
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations()
                .get("checksum/config");
    }
}
