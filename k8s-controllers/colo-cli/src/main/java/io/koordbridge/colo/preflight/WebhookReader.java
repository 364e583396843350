package io.koordbridge.colo.preflight;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the webhook's registration, and tries it with an object that it has to refuse. Nothing is stored. */
final class WebhookReader {
    private static final String MUTATING = "koordinator-mutating-webhook-configuration";
    private static final String VALIDATING = "koordinator-validating-webhook-configuration";
    private static final String SERVICE = "koordinator-webhook-service";
    private static final String POD_ENTRY = "vpod.koordinator.sh";
    private static final String QUOTA_ENTRY = "velasticquota.koordinator.sh";
    private static final String CONFIGURATION = "koord-manager-config";
    private static final Pattern ADMITS_BY_QUOTA = Pattern.compile("\"?EnableQuotaAdmission\"?: *true");
    /** Of an entry that fails closed. */
    private static final String FAILED = "failed calling webhook";

    /** Only the scheduler's own pods carry it, and they never reach the API server. */
    private static final String REFUSED_ANNOTATION = "scheduling.koordinator.sh/reserve-pod";

    private final KubernetesClient client;
    private final String namespace;

    WebhookReader(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    WebhookFacts read() {
        Map<String, WebhookClientConfig> entries = entries();
        List<String> without = new ArrayList<>();
        List<Instant> ends = new ArrayList<>();
        entries.forEach((name, config) -> {
            String bundle = config.getCaBundle();
            if (bundle == null || bundle.isEmpty()) {
                without.add(name);
            } else {
                ends.add(end(bundle));
            }
        });
        boolean unreadable = ends.isEmpty() || ends.contains(Instant.MIN);
        boolean byService = entries.values().stream().anyMatch(config -> config.getService() != null);
        return new WebhookFacts(
                List.copyOf(entries.keySet()),
                without,
                unreadable ? null : ends.stream().min(Instant::compareTo).orElseThrow(),
                byService ? readyEndpoints() : -1,
                answer(entries),
                port(),
                admitsByQuota());
    }

    /** By the policies; unknown without the right to read them. */
    private WebhookPort port() {
        try {
            Service service =
                    client.services().inNamespace(namespace).withName(SERVICE).get();
            return service == null || service.getSpec().getSelector() == null
                    ? WebhookPort.UNKNOWN
                    : WebhookPort.of(
                            client.network()
                                    .v1()
                                    .networkPolicies()
                                    .inNamespace(namespace)
                                    .list()
                                    .getItems(),
                            service.getSpec().getSelector());
        } catch (KubernetesClientException e) {
            return WebhookPort.UNKNOWN;
        }
    }

    private boolean admitsByQuota() {
        try {
            ConfigMap config = client.configMaps()
                    .inNamespace(namespace)
                    .withName(CONFIGURATION)
                    .get();
            return config != null
                    && config.getData() != null
                    && config.getData().values().stream()
                            .anyMatch(text -> ADMITS_BY_QUOTA.matcher(text).find());
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private Map<String, WebhookClientConfig> entries() {
        Map<String, WebhookClientConfig> entries = new LinkedHashMap<>();
        var api = client.admissionRegistration().v1();
        var mutating = api.mutatingWebhookConfigurations().withName(MUTATING).get();
        var validating =
                api.validatingWebhookConfigurations().withName(VALIDATING).get();
        if (mutating != null) {
            mutating.getWebhooks().forEach(each -> entries.put(each.getName(), each.getClientConfig()));
        }
        if (validating != null) {
            validating.getWebhooks().forEach(each -> entries.put(each.getName(), each.getClientConfig()));
        }
        return entries;
    }

    /** The earliest end in a bundle; the beginning of time when it cannot be read. */
    private static Instant end(String bundle) {
        try {
            byte[] pem = Base64.getMimeDecoder().decode(bundle);
            return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                    .map(WebhookReader::end)
                    .filter(Objects::nonNull)
                    .min(Instant::compareTo)
                    .orElse(Instant.MIN);
        } catch (CertificateException | IllegalArgumentException e) {
            return Instant.MIN;
        }
    }

    private static @Nullable Instant end(Certificate certificate) {
        return certificate instanceof X509Certificate known
                ? known.getNotAfter().toInstant()
                : null;
    }

    private int readyEndpoints() {
        return client
                .discovery()
                .v1()
                .endpointSlices()
                .inNamespace(namespace)
                .withLabel("kubernetes.io/service-name", SERVICE)
                .list()
                .getItems()
                .stream()
                .flatMap(slice -> slice.getEndpoints().stream())
                .filter(each -> each.getConditions() != null
                        && Boolean.TRUE.equals(each.getConditions().getReady()))
                .mapToInt(each -> each.getAddresses().size())
                .sum();
    }

    /** Whoever may not create pods may have the right to create quotas, which is worth less to a thief of the token. */
    private WebhookFacts.Answer answer(Map<String, WebhookClientConfig> entries) {
        WebhookFacts.Answer answer =
                entries.containsKey(POD_ENTRY) ? answer(POD_ENTRY, wrongPod()) : WebhookFacts.Answer.NOT_ASKED;
        return answer == WebhookFacts.Answer.NOT_ASKED && entries.containsKey(QUOTA_ENTRY)
                ? answer(QUOTA_ENTRY, wrongQuota())
                : answer;
    }

    private WebhookFacts.Answer answer(String entry, HasMetadata wrong) {
        try {
            client.resource(wrong).dryRun().create();
            return WebhookFacts.Answer.MISSED;
        } catch (KubernetesClientException e) {
            String message = String.valueOf(e.getMessage());
            if (message.contains("admission webhook \"" + entry + "\" denied")) {
                return WebhookFacts.Answer.REFUSED;
            }
            // Another refusal, such as of RBAC or of Pod Security, says nothing of the webhook.
            return message.contains(FAILED) ? WebhookFacts.Answer.MISSED : WebhookFacts.Answer.NOT_ASKED;
        }
    }

    private HasMetadata wrongQuota() {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("scheduling.sigs.k8s.io/v1alpha1")
                .withKind("ElasticQuota")
                .withNewMetadata()
                .withNamespace(namespace)
                .withGenerateName("colo-preflight-")
                .endMetadata()
                .addToAdditionalProperties("spec", Map.of("max", Map.of("cpu", "-1")))
                .build();
    }

    /** Fits the restricted Pod Security standard. */
    private static Pod wrongPod() {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withGenerateName("colo-preflight-")
                .addToAnnotations(REFUSED_ANNOTATION, "true")
                .endMetadata()
                .withNewSpec()
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .addNewContainer()
                .withName("none")
                .withImage("none")
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .addToDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .build();
    }
}
