package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code helm test} starts. */
class ChartTestPodTest {
    private static final String NAME = "chart-test";

    @TempDir
    private Path copy;

    private List<HasMetadata> hooks(String... settings) {
        return ChartHooks.render(copy, "templates/test/pod.yaml", settings);
    }

    private static Pod pod(List<HasMetadata> objects) {
        return Rendered.named(objects, Pod.class, NAME);
    }

    private static String script(Pod pod) {
        return pod.getSpec().getContainers().get(0).getCommand().get(2);
    }

    private static String failOn(Pod pod) {
        return pod.getSpec().getContainers().get(0).getEnv().stream()
                .filter(variable -> variable.getName().equals("FAIL_ON"))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void isThereWithItsRightsForTheTestOnly() {
        List<HasMetadata> objects = hooks().stream()
                .filter(object -> object.getMetadata().getName().endsWith(NAME))
                .toList();

        assertThat(objects)
                .extracting(object -> (Object) object.getClass())
                .containsExactlyInAnyOrder(
                        ServiceAccount.class,
                        ClusterRole.class,
                        ClusterRoleBinding.class,
                        Role.class,
                        RoleBinding.class,
                        Pod.class);
        assertThat(objects)
                .allSatisfy(object -> assertThat(object.getMetadata().getAnnotations())
                        .containsEntry("was/hook", "test")
                        .containsEntry("helm.sh/hook-delete-policy", "before-hook-creation,hook-succeeded"));
        assertThat(pod(objects).getSpec().getServiceAccountName()).isEqualTo(NAME);
        assertThat(pod(objects).getMetadata().getAnnotations()).containsEntry("helm.sh/hook-weight", "0");
    }

    @Test
    void mayChangeNothingButCreateAQuotaForTheDryRun() {
        List<HasMetadata> objects = hooks();
        List<PolicyRule> rules = new ArrayList<>(Rendered.named(objects, ClusterRole.class, "koord-bridge-" + NAME)
                .getRules());
        rules.addAll(Rendered.named(objects, Role.class, NAME).getRules());
        Set<String> more = new TreeSet<>();
        for (PolicyRule rule : rules) {
            for (String resource : rule.getResources()) {
                rule.getVerbs().stream()
                        .filter(verb -> !Set.of("get", "list").contains(verb))
                        .forEach(verb -> more.add(verb + " " + resource));
            }
        }

        assertThat(more)
                .containsExactly("create elasticquotas", "create pods/portforward", "create subjectaccessreviews");
    }

    @Test
    void mayReadWhatPreflightComparesWithLimitRanges() {
        Set<String> listed = new TreeSet<>();
        Rendered.named(hooks(), ClusterRole.class, "koord-bridge-" + NAME).getRules().stream()
                .filter(rule -> rule.getVerbs().contains("list"))
                .forEach(rule -> listed.addAll(rule.getResources()));

        assertThat(listed).contains("limitranges", "namespaces", "clustercolocationprofiles");
    }

    @Test
    void asksForALedgerAndProtectionWhereCapacityIsOffered() {
        Pod off = pod(hooks());
        Pod on = pod(hooks("colocation.enabled=true"));

        assertThat(failOn(off)).isEqualTo("leader,resourcemanager");
        assertThat(script(off)).contains("preflight", "status").doesNotContain("ledger check");
        assertThat(failOn(on)).isEqualTo("leader,resourcemanager,agents,protection,ledger");
        assertThat(script(on)).contains("preflight", "status", "ledger check");
    }

    @Test
    void isTheShippedCommandAsItsUserWithinItsMemory() throws IOException {
        PodSpec pod = pod(hooks()).getSpec();
        Container colo = pod.getContainers().get(0);
        String shipped = Files.readString(ProjectLayout.find().root().resolve("build/dist/commands"));

        assertThat(shipped.lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" +")))
                .singleElement()
                .satisfies(row -> {
                    assertThat(colo.getImage()).contains("/" + row[0] + ":");
                    assertThat(pod.getSecurityContext().getRunAsUser() + ":"
                                    + pod.getSecurityContext().getRunAsGroup())
                            .isEqualTo(row[3]);
                    assertThat(colo.getResources().getLimits().get("memory").toString())
                            .isEqualTo(row[4] + "Mi");
                });
        assertThat(colo.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    }

    @Test
    void asksNothingOfYarnWithoutTheOperator() {
        assertThat(script(pod(hooks("yarnOperator.enabled=false", "colocation.enabled=true"))))
                .contains("preflight")
                .doesNotContain("status", "ledger");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "from-issuer"})
    void mayReadWhatPagesAreCheckedByOnlyWhileTheySpeakHttps(String secretName) {
        String own = "pages.tls.secretName=" + secretName;

        assertThat(configMaps(hooks())).isEmpty();
        assertThat(configMaps(hooks("pages.tls.enabled=true", own)))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.getVerbs()).containsExactly("get");
                    assertThat(rule.getResourceNames()).containsExactly("koord-bridge-ca");
                });
    }

    private static List<PolicyRule> configMaps(List<HasMetadata> objects) {
        return Rendered.named(objects, Role.class, NAME).getRules().stream()
                .filter(rule -> rule.getResources().contains("configmaps"))
                .toList();
    }

    @Test
    void trustsTheAuthorityOfTheUsersOwnCertificateAndDoesNotSeeItsKey() {
        Pod made = pod(hooks("pages.tls.enabled=true"));
        Pod own = pod(hooks("pages.tls.enabled=true", "pages.tls.secretName=from-issuer"));
        Container colo = own.getSpec().getContainers().get(0);

        assertThat(script(made)).doesNotContain("--ca-file");
        assertThat(own.getSpec().getVolumes())
                .filteredOn(volume -> volume.getSecret() != null)
                .singleElement()
                .satisfies(volume -> {
                    assertThat(volume.getSecret().getSecretName()).isEqualTo("from-issuer");
                    assertThat(volume.getSecret().getOptional()).isTrue();
                    assertThat(volume.getSecret().getItems())
                            .extracting(KeyToPath::getKey)
                            .containsExactly("ca.crt");
                    assertThat(colo.getVolumeMounts())
                            .filteredOn(mount -> mount.getName().equals(volume.getName()))
                            .singleElement()
                            .satisfies(mount ->
                                    assertThat(script(own)).contains("--ca-file " + mount.getMountPath() + "/ca.crt"));
                });
    }

    @Test
    void canBeLeftOut() {
        assertThat(hooks("test.enabled=false"))
                .noneMatch(object -> object.getMetadata().getName().endsWith(NAME));
    }
}
