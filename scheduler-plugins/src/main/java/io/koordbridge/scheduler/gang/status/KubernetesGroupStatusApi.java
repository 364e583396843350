package io.koordbridge.scheduler.gang.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupStatus;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.gang.status.GroupPods.Done;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@link GroupStatusApi} by the label of the pods and merge patches of the status. */
public final class KubernetesGroupStatusApi implements GroupStatusApi {

    private final KubernetesClient client;
    private final ObjectPatcher patcher;

    /**
     * The calls.
     *
     * @param client reads pods
     * @param patcher writes
     */
    public KubernetesGroupStatusApi(KubernetesClient client, ObjectPatcher patcher) {
        this.client = client;
        this.patcher = patcher;
    }

    @Override
    public Done done(PodGroup group) {
        List<Pod> pods = client.pods()
                .inNamespace(group.getMetadata().getNamespace())
                .withLabel(Labels.POD_GROUP, group.getMetadata().getName())
                .list()
                .getItems();
        return new Done(count(pods, "Succeeded"), count(pods, "Failed"));
    }

    private static int count(List<Pod> pods, String phase) {
        return (int) pods.stream()
                .filter(pod ->
                        pod.getStatus() != null && phase.equals(pod.getStatus().getPhase()))
                .count();
    }

    @Override
    public void publish(PodGroup group, PodGroupStatus status) {
        Map<String, Object> parts = new TreeMap<>();
        put(parts, "phase", status.phase());
        put(parts, "occupiedBy", status.occupiedBy());
        put(parts, "scheduled", status.scheduled());
        put(parts, "running", status.running());
        put(parts, "succeeded", status.succeeded());
        put(parts, "failed", status.failed());
        put(parts, "scheduleStartTime", status.scheduleStartTime());
        patcher.patchStatus(
                new ObjectAddress<>(
                        PodGroup.class,
                        group.getMetadata().getNamespace(),
                        group.getMetadata().getName()),
                parts,
                MetadataPatch.NONE,
                null);
    }

    private static void put(Map<String, Object> parts, String name, @Nullable Object value) {
        if (value != null) {
            parts.put(name, value);
        }
    }
}
