package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** koord-descheduler is off until it is asked for, then it moves what it is asked to move and may do no more. */
class ChartDeschedulerTest {
    private static final String NAME = "koord-descheduler";
    private static final YAMLMapper YAML = new YAMLMapper();

    private final Chart chart = new Chart();

    private List<HasMetadata> release(String... settings) {
        return chart.renderWith(
                Stream.concat(Stream.of(Chart.DESCHEDULER), Stream.of(settings)).toArray(String[]::new));
    }

    private JsonNode configuration(String... settings) throws IOException {
        return YAML.readTree(Rendered.named(release(settings), ConfigMap.class, NAME + "-config")
                .getData()
                .get("config.yaml"));
    }

    private static JsonNode arguments(JsonNode configuration, int plugin) {
        return configuration.at("/descheduler/profiles/0/pluginConfig/" + plugin + "/args");
    }

    @Test
    void isOffUntilItIsAskedFor() {
        assertThat(chart.render(Chart.DEFAULTS))
                .noneMatch(object -> object.getMetadata().getName().contains("descheduler"));
    }

    @Test
    void hasThePluginsOfTheShippedFile() throws IOException {
        JsonNode shipped = YAML.readTree(Path.of("..", "k8s-controllers", NAME, "src/main/dist/conf", NAME + ".yaml")
                .toFile());

        JsonNode written = configuration();

        assertThat(written.path("descheduler")).isEqualTo(shipped.path("descheduler"));
        assertThat(written.path("dryRun")).isEqualTo(shipped.path("dryRun"));
        assertThat(written.path("drainDeadline")).isEqualTo(shipped.path("drainDeadline"));
    }

    @Test
    void movesPodsForLoadOnlyWhereSwitchedOn() throws IOException {
        String enabled = "/descheduler/profiles/0/plugins/balance/enabled";

        assertThat(configuration().at(enabled)).isEmpty();
        assertThat(configuration("descheduler.lowNodeLoad.enabled=true").at(enabled + "/0/name"))
                .hasToString("\"LowNodeLoad\"");
    }

    @Test
    void reservesFirstOnlyWhereTheSchedulerIsInstalled() throws IOException {
        assertThat(arguments(configuration(), 0).path("defaultJobMode").asText())
                .isEqualTo("ReservationFirst");
        assertThat(arguments(configuration("scheduler.enabled=false"), 0)
                        .path("defaultJobMode")
                        .asText())
                .isEqualTo("EvictDirectly");
    }

    @Test
    void mergesTheUsersArgumentsOverItsOwn() throws IOException {
        JsonNode written = configuration(
                "descheduler.lowNodeLoad.args.highThresholds.cpu=70",
                "descheduler.migrationController.args.maxMigratingGlobally=10",
                "descheduler.dryRun=true");

        assertThat(arguments(written, 1).path("highThresholds")).hasToString("{\"cpu\":70,\"memory\":80}");
        assertThat(arguments(written, 0).path("maxMigratingGlobally").asInt()).isEqualTo(10);
        assertThat(arguments(written, 0).path("maxMigratingPerNode").asInt()).isEqualTo(2);
        assertThat(written.path("dryRun").asBoolean()).isTrue();
    }

    @Test
    void givesYarnAsLongToDrainAsTheOperatorDoes() throws IOException {
        assertThat(configuration("yarnOperator.config.lease.times.drain=20m")
                        .path("drainDeadline")
                        .asText())
                .isEqualTo("20m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "descheduler.config.dryRun=true | descheduler.config.dryRun: set descheduler.dryRun",
                "descheduler.config.leaderElection.enabled=false | false only with descheduler.replicas=1",
                "descheduler.config.leaderElection.namespace=other | descheduler.config.leaderElection.namespace: cannot",
                "descheduler.config.server.adminConnectors[0].port=9 | descheduler.config.server.adminConnectors: cannot",
                "descheduler.replicas=0 | replicas",
                "descheduler.scales[0].group=example.com | resource",
                "descheduler.lowNodeLoad=null | lowNodeLoad",
            })
    void refusesWhatItsObjectsWouldNotFollow(String setting, String words) {
        assertThatThrownBy(() -> release(setting)).hasMessageContaining(words);
    }

    @Test
    void mayDoThisAndNoMore() {
        List<HasMetadata> objects =
                release("descheduler.scales[0].group=argoproj.io", "descheduler.scales[0].resource=rollouts");
        List<String> reads = List.of("get", "list", "watch");

        List<PolicyRule> everywhere = Rendered.named(objects, ClusterRole.class, "koord-bridge-" + NAME)
                .getRules();
        assertThat(rights(everywhere, reads))
                .containsExactlyInAnyOrder(
                        "clonesets.apps.kruise.io",
                        "deployments.apps",
                        "jobs.batch",
                        "nodemetrics.slo.koordinator.sh",
                        "nodes.",
                        "pods.",
                        "replicasets.apps",
                        "replicationcontrollers.",
                        "statefulsets.apps",
                        "statefulsets.apps.kruise.io");
        assertThat(rights(everywhere, List.of("get"))).containsExactly("rollouts/scale.argoproj.io");
        assertThat(rights(everywhere, List.of("create")))
                .containsExactlyInAnyOrder(
                        "events.",
                        "pods/eviction.",
                        "subjectaccessreviews.authorization.k8s.io",
                        "tokenreviews.authentication.k8s.io");
        assertThat(rights(everywhere, List.of("patch", "delete"))).containsExactly("pods.");
        assertThat(rights(everywhere, List.of("patch")))
                .containsExactly("podmigrationjobs/status.scheduling.koordinator.sh");
        assertThat(rights(everywhere, List.of("get", "list", "watch", "create", "patch", "delete")))
                .containsExactly(
                        "podmigrationjobs.scheduling.koordinator.sh", "reservations.scheduling.koordinator.sh");
        assertThat(everywhere).hasSize(13);
    }

    @Test
    void holdsItsOwnLeaseAndNoOther() {
        List<PolicyRule> rules = Rendered.named(release(), Role.class, NAME).getRules();

        assertThat(rights(rules, List.of("create"))).containsExactly("leases.coordination.k8s.io");
        assertThat(rules)
                .filteredOn(rule -> rule.getVerbs().equals(List.of("get", "patch")))
                .singleElement()
                .satisfies(rule -> assertThat(rule.getResourceNames()).containsExactly(WellKnown.DESCHEDULER_LEASE));
        assertThat(rules).hasSize(2);
    }

    /** Resource and group of each rule with exactly these verbs. */
    private static List<String> rights(List<PolicyRule> rules, List<String> verbs) {
        List<String> rights = new ArrayList<>();
        rules.stream()
                .filter(rule -> rule.getVerbs().equals(verbs))
                .forEach(rule -> rule.getResources()
                        .forEach(resource ->
                                rights.add(resource + "." + rule.getApiGroups().get(0))));
        return rights;
    }

    @Test
    void onlyThoseWhoReadMetricsAndItsReplicasReachIt() {
        NetworkPolicy policy = Rendered.named(release(), NetworkPolicy.class, NAME);

        assertThat(policy.getSpec().getIngress())
                .allSatisfy(rule -> assertThat(rule.getFrom()).hasSize(1))
                .flatExtracting(rule -> rule.getPorts())
                .extracting(port -> port.getPort().getIntVal())
                .containsExactlyInAnyOrder(8081, 8080);
    }

    @Test
    void theNotesSayWhatIsStillOff() {
        assertThat(chart.notes(Chart.DESCHEDULER))
                .contains("koord-descheduler moves no pod for load: descheduler.lowNodeLoad.enabled=true")
                .contains("colo descheduler plan");
        assertThat(chart.notes(Chart.DESCHEDULER, "descheduler.lowNodeLoad.enabled=true"))
                .doesNotContain("moves no pod");
        assertThat(chart.notes()).doesNotContain("descheduler");
    }
}
