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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and writes one Lease at the API server; every failure is counted and thrown. */
final class LeaseStore {

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final LeaderConfig settings;
    private final LeaseFailureState reading;
    private final LeaseFailureState writing;

    LeaseStore(KubernetesClient client, LeaderConfig settings, LeaseFailureState reading, LeaseFailureState writing) {
        this.client = client;
        this.settings = settings;
        this.reading = reading;
        this.writing = writing;
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
                .endMetadata()
                .withSpec(spec)
                .build();
        answered(writing, () -> lease().patch(MERGE, Serialization.asJson(change)));
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
