package io.koordbridge.descheduler.decide.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import org.junit.jupiter.api.Test;

class WorkloadReaderTest {

    private static final ObjectMeta META = new ObjectMetaBuilder()
            .withNamespace("d")
            .withName("w")
            .withUid("u")
            .addNewOwnerReference()
            .withApiVersion("v1")
            .withKind("Audit")
            .withName("a")
            .withUid("ua")
            .endOwnerReference()
            .addNewOwnerReference()
            .withApiVersion("apps/v1")
            .withKind("Deployment")
            .withName("dep")
            .withUid("ud")
            .withController(true)
            .endOwnerReference()
            .build();

    @Test
    void replicaSetNamesItsController() {
        WorkloadFacts facts = WorkloadReader.of(new ReplicaSetBuilder()
                .withMetadata(META)
                .withNewSpec()
                .withReplicas(4)
                .endSpec()
                .build());

        assertThat(facts)
                .isEqualTo(new WorkloadFacts(
                        "apps", "ReplicaSet", "d", "w", "u", 4, new OwnerRef("apps/v1", "Deployment", "dep", "ud")));
    }

    @Test
    void absentSizeIsOne() {
        assertThat(WorkloadReader.of(new DeploymentBuilder().withMetadata(META).build())
                        .replicas())
                .isEqualTo(1);
        assertThat(WorkloadReader.of(new StatefulSetBuilder().withMetadata(META).build())
                        .replicas())
                .isEqualTo(1);
        assertThat(WorkloadReader.of(new ReplicationControllerBuilder()
                                .withMetadata(META)
                                .build())
                        .kind())
                .isEqualTo("ReplicationController");
    }

    @Test
    void batchJobCountsItsParallelism() {
        WorkloadFacts facts = WorkloadReader.of(new JobBuilder()
                .withMetadata(META)
                .withNewSpec()
                .withParallelism(6)
                .endSpec()
                .build());

        assertThat(facts.replicas()).isEqualTo(6);
        assertThat(facts.group()).isEqualTo("batch");
    }
}
