package io.koordbridge.koordlet.measure.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectGaugesTest {

    private final MetricRegistry registry = new MetricRegistry();
    private boolean known = true;
    private final SubjectGauges gauges = new SubjectGauges(registry, "n1", () -> known);

    private List<String> values() {
        List<String> values = new ArrayList<>();
        for (String name : registry.getNames()) {
            Object value = registry.getGauges().get(name).getValue();
            if (value != null) {
                values.add(name + " " + value);
            }
        }
        return values;
    }

    private void show(String pod, double value) {
        gauges.show(pod, () -> List.of(gauges.name("a_family", "pod", pod)), value);
    }

    @Test
    void whatIsNotShownInARoundIsRemoved() {
        show("a", 1);
        show("b", 2);
        gauges.endRound();
        show("b", 3);
        gauges.endRound();

        assertThat(registry.getNames()).containsExactlyInAnyOrder("a_family{node=n1,pod=b}");
        assertThat(values()).containsExactly("a_family{node=n1,pod=b} 3.0");
    }

    @Test
    void whatIsKeptStaysAsItIs() {
        show("a", 1);
        gauges.endRound();
        gauges.keep("a");
        gauges.keep("never shown");
        gauges.endRound();

        assertThat(values()).containsExactly("a_family{node=n1,pod=a} 1.0");
    }

    @Test
    void aSubjectThatComesAgainIsShownAgain() {
        show("a", 1);
        gauges.endRound();
        gauges.endRound();
        show("a", 4);

        assertThat(values()).containsExactly("a_family{node=n1,pod=a} 4.0");
    }

    @Test
    void nothingHasAValueBeforeTheNodeIsKnownNorWhatIsUnknown() {
        known = false;
        show("a", 1);
        show("b", Double.NaN);
        assertThat(values()).isEmpty();

        known = true;
        assertThat(values()).containsExactly("a_family{node=n1,pod=a} 1.0");
    }

    @Test
    void labelsNameThePodAndItsContainer() {
        var pod = MeasuredPods.pod("web", QosClass.LS, KubeQos.BURSTABLE);

        assertThat(SubjectGauges.labels(pod, pod.containers().get(0), "x", "y"))
                .containsExactly(
                        "pod_uid",
                        "uid-web",
                        "pod_name",
                        "web",
                        "pod_namespace",
                        "shop",
                        "container_id",
                        "containerd://web",
                        "container_name",
                        "main",
                        "x",
                        "y");
    }
}
