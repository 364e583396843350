package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.act.request.MadeJobs.Made;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MigrationPictureTest {

    private final ProcessSettings settings =
            Configurations.settings("{defaultJobMode: EvictDirectly, maxMigratingPerNode: 2}", "{}");
    private final LiveCluster cluster = new LiveCluster(settings);

    @AfterEach
    void end() {
        cluster.close();
    }

    private MigrationPicture picture(Made... made) {
        return new MigrationPicture(cluster.caches(), cluster.caches().view(), cluster.limits(), List.of(made));
    }

    private Verdict request(MigrationPicture picture, String pod) {
        return EvictionFilters.ofRun(settings.migration(), picture, cluster.nodeManagers()::request)
                .request(cluster.pod(pod));
    }

    private void workload(int replicas, int pods) {
        String set = cluster.replicaSet("web", replicas);
        for (int i = 1; i <= pods; i++) {
            cluster.pod("web-" + i, "n1", "web", set);
        }
        cluster.follow();
    }

    private void evictedByOthers(String pod) {
        PodFacts evicted =
                ScenePods.pod("other", pod, ScenePods.disrupted(cluster.clock().instant()));
        cluster.limits()
                .observe(evicted, cluster.caches().view(), cluster.clock().instant());
    }

    @Test
    void aWorkloadThatIsCompleteMayLoseAPod() {
        workload(5, 5);

        assertThat(request(picture(), "web-1")).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aWorkloadThatLacksReplicasIsNotEvictedFrom() {
        workload(5, 3);

        Verdict verdict = request(picture(), "web-1");

        assertThat(verdict.check()).isEqualToIgnoringCase("maxUnavailablePerWorkload");
        assertThat(verdict.message()).contains("2 pods of ReplicaSet web are unavailable or migrate, allowed: 2");
    }

    @Test
    void evictionsByOthersCountForTheLimitOfTheNode() {
        workload(5, 5);
        evictedByOthers("a");
        assertThat(request(picture(), "web-1")).isEqualTo(Verdict.ALLOWED);

        evictedByOthers("b");

        assertThat(request(picture(), "web-1").check()).isEqualToIgnoringCase("maxMigratingPerNode");
        assertThat(picture().evictedByOthers("n1")).isEqualTo(2);
        assertThat(picture().evictedByOthers("n2")).isZero();
    }

    @Test
    void aJobThatWasJustMadeCountsAndNotTwice() {
        cluster.create("""
                apiVersion: scheduling.koordinator.sh/v1alpha1
                kind: PodMigrationJob
                metadata: {name: shown}
                spec: {podRef: {namespace: shop, name: web-2}}
                """);
        workload(20, 20);
        MigrationPicture picture = picture(
                new Made("shown", cluster.pod("web-2"), LiveCluster.NOW),
                new Made("new", cluster.pod("web-1"), LiveCluster.NOW));

        assertThat(picture.jobs()).extracting(JobClaim::name).containsExactlyInAnyOrder("shown", "new");
        assertThat(request(picture, "web-1").check()).isEqualTo("ExistingJob");
        assertThat(request(picture, "web-3").check()).isEqualToIgnoringCase("maxMigratingPerNode");
    }
}
