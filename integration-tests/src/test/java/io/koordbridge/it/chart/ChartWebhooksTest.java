package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API server is told to ask the manager, by feature gate. */
class ChartWebhooksTest {
    private static final String QUOTA_PATH = "-scheduling-sigs-k8s-io-v1alpha1-elasticquota";

    /** Gate, default, name, path, group:resource:operations, failure policy. */
    private static final String ENTRIES = """
            PodMutatingWebhook, on, mpod-create, /mutate-pod, :pods:CREATE, Ignore
            PodMutatingWebhook, on, mpod-update, /mutate-pod, :pods:UPDATE, Ignore
            PodValidatingWebhook, on, vpod, /validate-pod, :pods:CREATE+UPDATE, Ignore
            BindingAdmissionWebhook, off, vpodbinding, /validate-pod-binding, :pods/binding:CREATE, Ignore
            NodeMutatingWebhook, off, mnode-status, /mutate-node-status, :nodes/status:CREATE+UPDATE, Ignore
            NodeValidatingWebhook, off, vnode, /validate-node, :nodes:CREATE+UPDATE, Ignore
            ConfigMapValidatingWebhook, on, vconfigmap, /validate-configmap, :configmaps:CREATE+UPDATE, Ignore
            ElasticMutatingWebhook, on, melasticquota, /mutate#, scheduling.sigs.k8s.io:elasticquotas:CREATE, Ignore
            ElasticValidatingWebhook, on, velasticquota, /validate#, scheduling.sigs.k8s.io:elasticquotas:CREATE+UPDATE+DELETE, Ignore
            ReservationMutatingWebhook, off, mreservation-create, /mutate-reservation, scheduling.koordinator.sh:reservations:CREATE, Ignore
            """;

    private final Chart chart = new Chart();

    private static String path(Entry entry) {
        return entry.client().getService().getPath();
    }

    private record Entry(
            String name,
            WebhookClientConfig client,
            RuleWithOperations rule,
            String failurePolicy,
            Integer timeoutSeconds,
            String sideEffects,
            LabelSelector namespaces,
            LabelSelector objects) {}

    @ParameterizedTest(name = "{2} by {0}")
    @CsvSource(textBlock = ENTRIES)
    void registersAnEntryByItsGate(
            String gate, String byDefault, String name, String path, String asked, String policy) {
        boolean on = byDefault.equals("on");
        String fullName = name + ".koordinator.sh";
        assertThat(entry(chart.render(Chart.DEFAULTS), fullName).isPresent()).isEqualTo(on);
        assertThat(entry(chart.renderWith("manager.featureGates." + gate + "=false"), fullName))
                .isEmpty();

        Entry entry = entry(chart.renderWith("manager.featureGates." + gate + "=true"), fullName)
                .orElseThrow();

        assertThat(entry.client().getService().getPath()).isEqualTo(path.replace("#", QUOTA_PATH));
        assertThat(entry.client().getService().getNamespace()).isEqualTo(WellKnown.NAMESPACE);
        assertThat(entry.rule().getApiGroups().get(0) + ":"
                        + entry.rule().getResources().get(0) + ":"
                        + String.join("+", entry.rule().getOperations()))
                .isEqualTo(asked);
        assertThat(entry.failurePolicy()).isEqualTo(policy);
        assertThat(entry.timeoutSeconds()).isEqualTo(5);
        assertThat(entry.sideEffects()).isEqualTo("None");
    }

    @ParameterizedTest
    @CsvSource({
        "hooks.example.org, 9443, https://hooks.example.org:9443/mutate-pod",
        "192.0.2.7, , https://192.0.2.7:9876/mutate-pod",
        "2001:db8::7, , https://[2001:db8::7]:9876/mutate-pod"
    })
    void callsTheExternalHostThatTheManagerIsToldOf(String host, Integer port, String url) {
        List<String> settings = new ArrayList<>(List.of("manager.config.webhook.externalHost=" + host));
        if (port != null) {
            settings.add("manager.config.webhook.port=" + port);
        }

        List<HasMetadata> objects = chart.renderWith(settings.toArray(String[]::new));

        assertThat(entries(objects))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.client().getService()).isNull());
        assertThat(entry(objects, "mpod-create.koordinator.sh")
                        .orElseThrow()
                        .client()
                        .getUrl())
                .isEqualTo(url);
    }

    @Test
    void validatesAmountsThatChangeInPlace() {
        List<RuleWithOperations> rules =
                Rendered.of(chart.render(Chart.DEFAULTS), ValidatingWebhookConfiguration.class)
                        .get(0)
                        .getWebhooks()
                        .stream()
                        .filter(one -> one.getName().equals("vpod.koordinator.sh"))
                        .flatMap(one -> one.getRules().stream())
                        .toList();

        assertThat(rules).anySatisfy(rule -> {
            assertThat(rule.getResources()).containsExactly("pods/resize");
            assertThat(rule.getOperations()).containsExactly("UPDATE");
        });
    }

    @Test
    void asksAgainAboutPodsThatOthersChangedInBetween() {
        List<MutatingWebhook> webhooks = Rendered.of(
                        chart.render(Chart.allOptions()), MutatingWebhookConfiguration.class)
                .get(0)
                .getWebhooks();

        assertThat(webhooks)
                .filteredOn(one -> "IfNeeded".equals(one.getReinvocationPolicy()))
                .extracting(MutatingWebhook::getName)
                .containsExactly("mpod-create.koordinator.sh");
    }

    @Test
    void excludesEarlyPodsAndThoseThatOptOut() {
        List<Entry> ofPods = entries(chart.render(Chart.allOptions())).stream()
                .filter(entry -> entry.rule().getResources().get(0).startsWith("pods"))
                .toList();

        assertThat(ofPods).hasSize(4).allSatisfy(entry -> {
            assertThat(excluded(entry.namespaces(), "kubernetes.io/metadata.name"))
                    .containsExactlyInAnyOrder(WellKnown.NAMESPACE, "kube-system", "monitoring");
            assertThat(entry.namespaces().getMatchExpressions())
                    .anyMatch(one -> one.getKey().equals("control-plane")
                            && one.getOperator().equals("DoesNotExist"));
            assertThat(entry.failurePolicy()).isEqualTo("Ignore");
        });
    }

    @Test
    void letsPodsAndNamespacesOptOutOfMutationButOfNoValidation() {
        List<Entry> entries = entries(chart.render(Chart.allOptions()));

        assertThat(entries)
                .filteredOn(one -> path(one).equals("/mutate-pod"))
                .hasSize(2)
                .allSatisfy(one -> {
                    assertThat(excluded(one.objects(), Labels.WEBHOOK_OPT_OUT)).containsExactly("true");
                    assertThat(excluded(one.namespaces(), Labels.WEBHOOK_OPT_OUT))
                            .containsExactly("true");
                });
        assertThat(entries)
                .filteredOn(one -> path(one).startsWith("/validate-"))
                .hasSize(5)
                .noneMatch(one -> String.valueOf(one.objects()).contains(Labels.WEBHOOK_OPT_OUT)
                        || String.valueOf(one.namespaces()).contains(Labels.WEBHOOK_OPT_OUT));
    }

    @Test
    void asksAboutTheOneConfigurationItCarriesItself() {
        List<HasMetadata> objects = chart.render(Chart.DEFAULTS);
        Entry entry = entry(objects, "vconfigmap.koordinator.sh").orElseThrow();
        ConfigMap strategy = Rendered.named(objects, ConfigMap.class, WellKnown.SLO_CONFIG_MAP);

        assertThat(strategy.getMetadata().getLabels())
                .containsAllEntriesOf(entry.objects().getMatchLabels());
        assertThat(entry.namespaces().getMatchLabels())
                .containsEntry(
                        "kubernetes.io/metadata.name", strategy.getMetadata().getNamespace());
    }

    @Test
    void registersNothingWithoutTheFramework() {
        List<HasMetadata> objects = chart.renderWith("manager.featureGates.WebhookFramework=false");

        assertThat(entries(objects)).isEmpty();
        assertThat(Rendered.of(objects, Service.class))
                .noneMatch(service -> service.getMetadata().getName().equals("koordinator-webhook-service"));
    }

    private static Optional<Entry> entry(List<HasMetadata> objects, String name) {
        return entries(objects).stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst();
    }

    private static List<Entry> entries(List<HasMetadata> objects) {
        List<Entry> entries = new ArrayList<>();
        Rendered.of(objects, MutatingWebhookConfiguration.class)
                .forEach(configuration -> configuration
                        .getWebhooks()
                        .forEach(one -> entries.add(new Entry(
                                one.getName(),
                                one.getClientConfig(),
                                one.getRules().get(0),
                                one.getFailurePolicy(),
                                one.getTimeoutSeconds(),
                                one.getSideEffects(),
                                one.getNamespaceSelector(),
                                one.getObjectSelector()))));
        Rendered.of(objects, ValidatingWebhookConfiguration.class)
                .forEach(configuration -> configuration
                        .getWebhooks()
                        .forEach(one -> entries.add(new Entry(
                                one.getName(),
                                one.getClientConfig(),
                                one.getRules().get(0),
                                one.getFailurePolicy(),
                                one.getTimeoutSeconds(),
                                one.getSideEffects(),
                                one.getNamespaceSelector(),
                                one.getObjectSelector()))));
        return entries;
    }

    private static Set<String> excluded(LabelSelector selector, String key) {
        Set<String> values = new TreeSet<>();
        for (LabelSelectorRequirement one : selector.getMatchExpressions()) {
            if (one.getKey().equals(key) && one.getOperator().equals("NotIn")) {
                values.addAll(one.getValues());
            }
        }
        return values;
    }
}
