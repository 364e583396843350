package io.koordbridge.manager.server.registration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps both webhook configurations as {@link WebhookEntries} wants them; writes only on a difference. */
public final class WebhookRegistration implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookRegistration.class);
    private static final int CONFLICT = 409;

    private final WebhookConfig settings;
    private final Set<String> servedPaths;
    private final NamespaceScope scope;
    private final List<Configuration> configurations;

    /**
     * A registration.
     *
     * @param servedPaths paths with an active handler
     */
    public WebhookRegistration(ListWatchSource feeds, WebhookConfig settings, Set<String> servedPaths) {
        this.settings = settings;
        this.servedPaths = Set.copyOf(servedPaths);
        this.scope = new NamespaceScope(settings.scope().excludedNamespaces());
        this.configurations = List.of(
                new Configuration(feeds, MutatingWebhookConfiguration.class, settings.mutatingConfiguration()),
                new Configuration(feeds, ValidatingWebhookConfiguration.class, settings.validatingConfiguration()));
    }

    /** Runs the action whenever a configuration appears or changes. */
    public void watch(Runnable action) {
        configurations.forEach(configuration -> configuration.watch(action));
    }

    /**
     * Brings both configurations up to date; a conflict is left to the next round.
     *
     * @param trustsPresent authorities that are trusted already stay trusted
     * @return whether anything had to be corrected
     */
    public boolean apply(String caCertificate, boolean trustsPresent) {
        String bundle = Base64.getEncoder().encodeToString(caCertificate.getBytes(StandardCharsets.US_ASCII));
        Optional<String> urlBase = settings.externalHost()
                .map(host -> "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + settings.port());
        Endpoint endpoint = new Endpoint(settings.namespace(), settings.serviceName(), urlBase, bundle, trustsPresent);
        WebhookEntries entries = new WebhookEntries(servedPaths, endpoint, scope);
        boolean corrected = false;
        for (Configuration configuration : configurations) {
            corrected |= configuration.correct(entries);
        }
        return corrected;
    }

    @Override
    public void close() {
        configurations.forEach(Configuration::close);
    }

    /** One of the two objects. */
    private static final class Configuration implements AutoCloseable {

        private final String kind;
        private final String name;
        private final MixedOperation<
                        GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
                resources;
        private final Resource<GenericKubernetesResource> resource;
        private final KindCache<?> changes;
        private volatile Runnable onChange = () -> {};

        Configuration(ListWatchSource feeds, Class<? extends HasMetadata> type, String name) {
            this.kind = HasMetadata.getKind(type);
            this.name = name;
            KubernetesClient client = feeds.client();
            this.resources = client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                    .withGroup("admissionregistration.k8s.io")
                    .withVersion("v1")
                    .withKind(kind)
                    .withNamespaced(false)
                    .build());
            this.resource = resources.withName(name);
            this.changes = changes(feeds, type);
        }

        private <T extends HasMetadata> KindCache<T> changes(ListWatchSource feeds, Class<T> type) {
            return new KindCache<>(feeds, WatchedKind.one(type, null, name), StrippedStore.whole(new Changes<>()));
        }

        void watch(Runnable action) {
            onChange = action;
            changes.start();
        }

        boolean correct(WebhookEntries entries) {
            GenericKubernetesResource present = resource.get();
            if (present == null) {
                LOG.debug("no webhook configuration kind={} name={}", kind, name);
                return false;
            }
            Optional<ObjectNode> corrected = entries.corrected(PlainJson.MAPPER.valueToTree(present));
            if (corrected.isEmpty()) {
                return false;
            }
            try {
                resources
                        .resource(PlainJson.MAPPER.convertValue(corrected.get(), GenericKubernetesResource.class))
                        .lockResourceVersion(present.getMetadata().getResourceVersion())
                        .update();
                LOG.info(
                        "webhooks registered kind={} name={} entries={}",
                        kind,
                        name,
                        corrected.get().path("webhooks").size());
                return true;
            } catch (KubernetesClientException e) {
                if (e.getCode() != CONFLICT) {
                    throw e;
                }
                LOG.debug("webhook configuration changed since it was read kind={} name={}", kind, name);
                return false;
            }
        }

        @Override
        public void close() {
            changes.close();
        }

        private final class Changes<T> implements StrippedStore.Watcher<T> {

            @Override
            public void put(@Nullable T before, T kept, T whole) {
                onChange.run();
            }

            @Override
            public void gone(T kept) {
                LOG.warn("webhook configuration is gone, nothing is admitted through it kind={} name={}", kind, name);
            }
        }
    }
}
