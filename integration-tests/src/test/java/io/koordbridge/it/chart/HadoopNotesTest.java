package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.V1;
import static io.koordbridge.it.chart.HadoopChart.notes;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the chart of YARN shows to who installs it. */
class HadoopNotesTest {
    private static final Pattern OVERRIDES =
            Pattern.compile("kubectl -n hadoop run .* --overrides='(.*?)'\\n", Pattern.DOTALL);

    @Test
    void sayWhatPrivilegedNodeManagersNeedAndMean() {
        assertThat(notes())
                .contains(
                        "each of them can end containers of",
                        "kubectl label --overwrite namespace hadoop pod-security.kubernetes.io/enforce=privileged");
        assertThat(notes(V1))
                .contains("hadoop-resourcemanager.hadoop")
                .doesNotContain("privileged", "can end containers");
    }

    @Test
    void haveACommandThatSubmitsAsAClientHasTo() {
        Pod pod = submit("sharedDirectory.hostPath=/srv", "imagePullSecrets[0].name=pull", "spark.home=/spark");
        Container container = pod.getSpec().getContainers().get(0);

        assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(65_531L);
        assertThat(pod.getSpec().getImagePullSecrets()).extracting("name").containsExactly("pull");
        assertThat(pod.getSpec().getVolumes()).extracting("name").containsExactly("conf", "shared");
        assertThat(container.getVolumeMounts())
                .extracting("mountPath")
                .containsExactly("/etc/hadoop-conf", "/etc/passwd", "/shared");
        assertThat(container.getEnv()).extracting("name").contains("HADOOP_CONF_DIR", "SPARK_CONF_DIR");
        assertThat(container.getCommand())
                .startsWith("sh", "-c")
                .last()
                .asString()
                .contains("/spark/bin/spark-submit --deploy-mode cluster");
        assertThat(submit("site.core-site\\.xml.fs\\.defaultFS=hdfs://name")
                        .getSpec()
                        .getVolumes())
                .extracting("name")
                .containsExactly("conf");
        assertThat(notes()).doesNotContain("spark-submit");
    }

    @Test
    void sayWhereApplicationsAndTheirLogsAre() {
        String page = "kubectl -n hadoop port-forward svc/hadoop-resourcemanager 8088";

        assertThat(notes("sharedDirectory.hostPath=/srv", "hadoop.home=/hadoop"))
                .contains(
                        page,
                        "exec statefulset/hadoop-nodemanager -c nodemanager -- /hadoop/bin/yarn logs -applicationId");
        assertThat(notes()).contains(page).doesNotContain("yarn logs");
    }

    private static Pod submit(String... settings) {
        Matcher overrides = OVERRIDES.matcher(notes(settings));
        assertThat(overrides.find()).isTrue();
        return Serialization.unmarshal(overrides.group(1), Pod.class);
    }
}
