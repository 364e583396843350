package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.kube.cache.ReflectorOrInformer;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveWorkloadsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String OWNER = """
            apiVersion: VERSION
            kind: KIND
            metadata: {namespace: workloads, name: web}
            spec:
              SIZE
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {restartPolicy: RESTART, containers: [{name: main, image: i}]}
            """;

    private final RealControlPlane controlPlane = OneControlPlane.get();
    private final KubernetesClient client = controlPlane.client();
    private final PodIndex pods = new PodIndex((before, after) -> {});
    private final List<HasMetadata> made = new ArrayList<>();

    private HasMetadata owner(String version, String kind, String size) {
        String yaml = OWNER.replace("VERSION", version)
                .replace("KIND", kind)
                .replace("SIZE", size)
                .replace("RESTART", kind.equals("Job") ? "Never" : "Always");
        return client.getKubernetesSerialization()
                .unmarshal(
                        kind.equals("Job")
                                ? yaml.replace("selector: {matchLabels: {app: web}}", "backoffLimit: 1")
                                : kind.equals("ReplicationController")
                                        ? yaml.replace("{matchLabels: {app: web}}", "{app: web}")
                                        : yaml);
    }

    /** The server outlives a test, and a second try of it finds what the first one left. */
    @AfterEach
    void removeWhatWasMade() {
        client.resourceList(made).delete();
    }

    private OwnerRef create(HasMetadata owner) {
        HasMetadata created = client.resource(owner).create();
        made.add(created);
        return new OwnerRef(
                created.getApiVersion(),
                created.getKind(),
                "web",
                created.getMetadata().getUid());
    }

    private static void awaitScale(LiveWorkloads workloads, OwnerRef owner, Scale scale) {
        await().atMost(PATIENCE).until(() -> workloads.scale("workloads", owner).equals(Optional.of(scale)));
    }

    @Test
    void readsTheSizeOfEveryKindThatIsFollowed() {
        if (client.namespaces().withName("workloads").get() == null) {
            controlPlane.createNamespace("workloads");
        }
        ManualClock clock = new ManualClock(Instant.EPOCH);
        try (LiveWorkloads workloads = new LiveWorkloads(OneControlPlane.source(), clock, pods)) {
            workloads.feeds().forEach(ReflectorOrInformer::start);
            OwnerRef statefulSet = create(owner("apps/v1", "StatefulSet", "replicas: 3"));
            OwnerRef controller = create(owner("v1", "ReplicationController", "replicas: 4"));
            OwnerRef job = create(owner("batch/v1", "Job", "parallelism: 5"));
            OwnerRef deployment = create(owner("apps/v1", "Deployment", "replicas: 6"));
            HasMetadata part = owner("apps/v1", "ReplicaSet", "replicas: 2");
            part.getMetadata()
                    .getOwnerReferences()
                    .add(new OwnerReferenceBuilder()
                            .withApiVersion("apps/v1")
                            .withKind("Deployment")
                            .withName("web")
                            .withUid(deployment.uid())
                            .withController(true)
                            .build());
            OwnerRef replicaSet = create(part);

            awaitScale(workloads, statefulSet, new Scale(statefulSet.uid(), 3));
            awaitScale(workloads, controller, new Scale(controller.uid(), 4));
            awaitScale(workloads, job, new Scale(job.uid(), 5));
            awaitScale(workloads, replicaSet, new Scale(deployment.uid(), 6));
            assertThat(workloads.pods(deployment.uid())).isEmpty();
            OwnerRef anew = new OwnerRef("apps/v1", "StatefulSet", "web", "another");
            assertThat(workloads.scale("workloads", anew)).contains(new Scale("another", 0));
            OwnerRef daemons = new OwnerRef("apps/v1", "DaemonSet", "web", "d");
            assertThat(workloads.scale("workloads", daemons)).contains(new Scale("d", 0));

            client.apps()
                    .statefulSets()
                    .inNamespace("workloads")
                    .withName("web")
                    .scale(0);
            awaitScale(workloads, statefulSet, new Scale(statefulSet.uid(), 0));
            asksForTheScaleOfOthers(controller, workloads);
        }
    }

    /** The reader of scales does not care that the kind is followed. */
    private void asksForTheScaleOfOthers(OwnerRef controller, LiveWorkloads workloads) {
        ScaleReader reader = new ScaleReader(client);
        assertThat(reader.plural(controller)).contains("replicationcontrollers");
        assertThat(reader.scale("workloads", controller, "replicationcontrollers"))
                .isEqualTo(new Scale(controller.uid(), 4));
        OwnerRef anew = new OwnerRef("v1", "ReplicationController", "web", "another");
        assertThat(reader.scale("workloads", anew, "replicationcontrollers")).isEqualTo(new Scale("another", 0));
        assertThat(reader.plural(new OwnerRef("v1", "ConfigMap", "web", "c"))).isEmpty();
        OwnerRef unknown = new OwnerRef("example.com/v1", "Rollout", "web", "r");
        assertThat(workloads.scale("workloads", unknown)).isEmpty();
    }
}
