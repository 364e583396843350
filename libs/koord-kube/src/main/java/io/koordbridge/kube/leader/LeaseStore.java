package io.koordbridge.kube.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.protocol.WellKnown;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and writes one Lease at the API server; every failure is counted and thrown. */
final class LeaseStore {

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final LeaderConfig settings;
    private final LeaseFailureState reading;
    private final LeaseFailureState writing;
    private volatile String pages = "";

    LeaseStore(KubernetesClient client, LeaderConfig settings, LeaseFailureState reading, LeaseFailureState writing) {
        this.client = client;
        this.settings = settings;
        this.reading = reading;
        this.writing = writing;
    }

    /** Writes from now on say where this replica serves its pages. */
    void announce(String url) {
        pages = url;
    }

    /** The Lease as it is, null when it is absent. */
    @Nullable
    Lease read() {
        return answered(reading, () -> lease().get());
    }

    /** Creates the Lease; fails with 409 when another replica was faster. */
    void create(LeaseSpec spec) {
        answered(
                writing,
                () -> client.resource(new LeaseBuilder()
                                .withNewMetadata()
                                .withNamespace(settings.namespace())
                                .withName(settings.leaseName())
                                .withAnnotations(annotations(spec))
                                .endMetadata()
                                .withSpec(spec)
                                .build())
                        .create());
    }

    /** Changes the Lease that was read; fails with 409 when it was changed since. */
    void update(Lease read, LeaseSpec spec) {
        Lease change = new LeaseBuilder()
                .withNewMetadata()
                .withResourceVersion(read.getMetadata().getResourceVersion())
                .withAnnotations(annotations(spec))
                .endMetadata()
                .withSpec(spec)
                .build();
        answered(writing, () -> lease().patch(MERGE, Serialization.asJson(change)));
    }

    private @Nullable Map<String, String> annotations(LeaseSpec spec) {
        String holder = Objects.requireNonNullElse(spec.getHolderIdentity(), "");
        return pages.isEmpty() || holder.isEmpty() ? null : Map.of(WellKnown.PAGES_ANNOTATION, holder + " " + pages);
    }

    /** Where the holder of a Lease serves its pages, empty when it does not say so. */
    static String pages(Lease lease) {
        Map<String, String> annotations = lease.getMetadata().getAnnotations();
        String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
        if (annotations == null || holder == null || holder.isEmpty()) {
            return "";
        }
        String said = annotations.getOrDefault(WellKnown.PAGES_ANNOTATION, "");
        return said.startsWith(holder + " ") ? said.substring(holder.length() + 1) : "";
    }

    private Resource<Lease> lease() {
        return client.leases().inNamespace(settings.namespace()).withName(settings.leaseName());
    }

    private static <T extends @Nullable Object> T answered(LeaseFailureState trouble, Supplier<T> call) {
        try {
            T answer = call.get();
            trouble.succeeded();
            return answer;
        } catch (KubernetesClientException e) {
            trouble.failed(e);
            throw e;
        }
    }
}
