package io.koordbridge.koordlet.evict;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.write.PodEvictions;

/** Ends pods by the eviction API. No try is repeated: the next victim has its turn, and the next tick asks anew. */
public final class PodEnding implements Ending {

    private final PodEvictions evictions;

    public PodEnding(KubernetesClient client) {
        this.evictions = new PodEvictions(client);
    }

    @Override
    public Outcome end(Victim victim, Pool pool, String reason) {
        PodEvictions.Outcome outcome = evictions.evict(victim.namespace(), victim.name(), victim.id());
        Result result = switch (outcome.result()) {
            case EVICTED -> Result.EVICTED;
            case GONE -> Result.GONE;
            case REFUSED -> Result.REFUSED;
            case FAILED -> Result.FAILED;
        };
        return new Outcome(result, outcome.problem());
    }
}
