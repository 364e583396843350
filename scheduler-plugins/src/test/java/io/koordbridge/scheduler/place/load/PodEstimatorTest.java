package io.koordbridge.scheduler.place.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.view.PodTimes;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the documents of a pod change, as the table of LoadWishReader says. */
class PodEstimatorTest {

    private static final EstimateRules RULES = new EstimateRules(new TreeMap<>(Map.of("cpu", 50L)), true, -1, -1);

    private static Pod pod(String annotation, String text) {
        Pod pod = Samples.pod("p", Map.of("cpu", "4"));
        pod.getMetadata().setAnnotations(Map.of(annotation, text));
        return pod;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cpu\":100} | 4000 | 0",
                "{\"memory\":100} | 2000 | 0",
                "null | 2000 | 0",
                "{\"cpu\":-1} | 0 | 1",
                "{\"cpu\":99999999999999999999} | 400000 | 1",
                "{\"cpu\":\"100\"} | 2000 | 1",
                "{ | 2000 | 1",
            })
    void factorsOfAPodApplyOverConfiguredOnes(String text, long milliCpu, int problems) {
        Pod pod = pod(Annotations.POD_LOAD_FACTORS, text);

        assertThat(PodEstimator.estimate(PodFactsReader.read(pod).shape(), RULES)
                        .get("cpu"))
                .isEqualTo(milliCpu);
        assertThat(PodLoadProblems.of(pod.getMetadata().getAnnotations())).hasSize(problems);
    }

    @ParameterizedTest
    @CsvSource({"60, 60000, 0", "2147483647, 2147483647000, 0", "0, none, 0", "-5, none, 1", "x, none, 1"})
    void secondsOfAPodReplaceConfiguredOnes(String text, String deadline, int problems) {
        Pod pod = pod(Annotations.POD_LOAD_AFTER_SCHEDULED, text);
        PodFacts facts = PodFactsReader.read(pod).scheduledAt(Instant.EPOCH);

        assertThat(PodEstimator.deadline(facts, RULES))
                .isEqualTo(deadline.equals("none") ? PodTimes.UNKNOWN : Long.parseLong(deadline));
        assertThat(PodLoadProblems.of(pod.getMetadata().getAnnotations())).hasSize(problems);
    }
}
