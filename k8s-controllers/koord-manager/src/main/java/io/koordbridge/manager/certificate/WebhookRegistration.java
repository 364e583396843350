package io.koordbridge.manager.certificate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the CA into the webhook configuration, for the paths that are served here; writes only on a difference. */
final class WebhookRegistration implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookRegistration.class);
    private static final List<String> SERVED_PATHS = List.of("/mutate-pod");

    private final KubernetesClient client;
    private final String name;
    private final SharedIndexInformer<MutatingWebhookConfiguration> informer;

    WebhookRegistration(KubernetesClient client, String name) {
        this.client = client;
        this.name = name;
        this.informer = resource().runnableInformer(0);
    }

    private Resource<MutatingWebhookConfiguration> resource() {
        return client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(name);
    }

    /** Runs the action whenever the configuration appears or changes. */
    void watch(Runnable action) {
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(MutatingWebhookConfiguration configuration) {
                action.run();
            }

            @Override
            public void onUpdate(MutatingWebhookConfiguration before, MutatingWebhookConfiguration after) {
                action.run();
            }

            @Override
            public void onDelete(MutatingWebhookConfiguration configuration, boolean finalStateUnknown) {
                LOG.warn("webhook configuration is gone, pods are not mutated name={}", name);
            }
        });
        informer.exceptionHandler((started, problem) -> true);
        informer.start();
    }

    void apply(String caCertificate) {
        MutatingWebhookConfiguration configuration = resource().get();
        if (configuration == null || configuration.getWebhooks() == null) {
            LOG.debug("no webhook configuration name={}", name);
            return;
        }
        String bundle = Base64.getEncoder().encodeToString(caCertificate.getBytes(StandardCharsets.US_ASCII));
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < configuration.getWebhooks().size(); i++) {
            MutatingWebhook webhook = configuration.getWebhooks().get(i);
            if (served(webhook.getClientConfig())
                    && !bundle.equals(webhook.getClientConfig().getCaBundle())) {
                String path = "/webhooks/" + i;
                operations
                        .addObject()
                        .put("op", "test")
                        .put("path", path + "/name")
                        .put("value", webhook.getName());
                operations
                        .addObject()
                        .put("op", "add")
                        .put("path", path + "/clientConfig/caBundle")
                        .put("value", bundle);
            }
        }
        if (!operations.isEmpty()) {
            resource().patch(PatchContext.of(PatchType.JSON), operations.toString());
            LOG.info("webhook CA registered configuration={} webhooks={}", name, operations.size() / 2);
        }
    }

    private static boolean served(@Nullable WebhookClientConfig config) {
        if (config == null) {
            return false;
        }
        String path = config.getService() == null
                ? config.getUrl()
                : config.getService().getPath();
        return path != null && SERVED_PATHS.stream().anyMatch(path::endsWith);
    }

    @Override
    public void close() {
        informer.close();
    }
}
