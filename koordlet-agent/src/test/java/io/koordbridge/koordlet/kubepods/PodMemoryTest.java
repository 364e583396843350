package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class PodMemoryTest {

    @Test
    void sidecarsAddAndTheLargestInitContainerCounts() {
        Pod pod = Serialization.unmarshal("""
                metadata: {name: p, labels: {koordinator.sh/qosClass: BE}}
                spec:
                  initContainers:
                  - {name: side, restartPolicy: Always, resources: {requests: {kubernetes.io/batch-memory: 10}}}
                  - {name: init, resources: {requests: {kubernetes.io/batch-memory: 100}}}
                  containers:
                  - {name: main, resources: {requests: {kubernetes.io/batch-memory: 50}}}
                """, Pod.class);

        PodMemory memory = PodMemory.of(pod);

        assertThat(memory.pod()).isEqualTo(new PodMemory.Ask(110, 0));
        assertThat(memory.containers()).containsEntry("main", new PodMemory.Ask(50, 0));
    }

    /** Of 64 GiB the kubelet gives 8, and memory is protected for no more. */
    @Test
    void anInfeasibleResizeAsksForWhatThePodHas() {
        Pod pod = Serialization.unmarshal("""
                metadata: {name: p, namespace: shop, uid: u}
                spec:
                  nodeName: n
                  containers: [{name: main, resources: {requests: {cpu: 32, memory: 64}, limits: {memory: 64}}}]
                status:
                  conditions: [{type: PodResizePending, reason: Infeasible}]
                  containerStatuses: [{name: main, resources: {requests: {cpu: 4, memory: 8}}}]
                """, Pod.class);

        assertThat(PodMemory.of(pod).pod()).isEqualTo(new PodMemory.Ask(8, 64));
        assertThat(PodMemory.of(pod).containers()).containsEntry("main", new PodMemory.Ask(8, 64));
        assertThat(PodInfos.of(pod, problem -> {}).requests()).isEqualTo(new Amounts(4_000, 8));
    }
}
