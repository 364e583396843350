package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.workload.OwnerKind;
import io.koordbridge.descheduler.decide.workload.Scale;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks the API server for the scale of an owner whose kind is not followed. */
final class ScaleReader implements ScaleLookup.Source {

    private final KubernetesClient client;

    ScaleReader(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Optional<String> plural(OwnerRef owner) {
        APIResourceList answer = client.getApiResources(owner.apiVersion());
        List<APIResource> resources = answer == null ? List.of() : answer.getResources();
        Set<String> names = resources.stream().map(APIResource::getName).collect(Collectors.toSet());
        return resources.stream()
                .filter(one -> owner.kind().equals(one.getKind()) && names.contains(one.getName() + "/scale"))
                .map(APIResource::getName)
                .findFirst();
    }

    @Override
    public Scale scale(String namespace, OwnerRef owner, String plural) {
        ResourceDefinitionContext kind = new ResourceDefinitionContext.Builder()
                .withGroup(OwnerKind.of(owner).group())
                .withVersion(owner.apiVersion().substring(owner.apiVersion().indexOf('/') + 1))
                .withKind(owner.kind())
                .withPlural(plural)
                .withNamespaced(true)
                .build();
        io.fabric8.kubernetes.api.model.autoscaling.v1.Scale scale = client.genericKubernetesResources(kind)
                .inNamespace(namespace)
                .withName(owner.name())
                .scale();
        if (scale == null || !owner.uid().equals(scale.getMetadata().getUid()) || scale.getSpec() == null) {
            return new Scale(owner.uid(), 0);
        }
        return new Scale(owner.uid(), Objects.requireNonNullElse(scale.getSpec().getReplicas(), 0));
    }
}
