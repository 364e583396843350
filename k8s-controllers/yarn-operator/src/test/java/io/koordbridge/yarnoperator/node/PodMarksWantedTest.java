package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PodMarksWantedTest {

    private static final String COST = Annotations.POD_EVICTION_COST;
    private static final String OURS = Annotations.POD_YARN_EVICTION_COST;

    private static Pod pod(String... pairs) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("nm")
                .withAnnotations(map(pairs))
                .endMetadata()
                .build();
    }

    private static Map<String, @Nullable String> map(@Nullable String... pairs) {
        Map<String, @Nullable String> map = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(Arrays.asList(pairs).get(i), pairs[i + 1]);
        }
        return map;
    }

    private static Map<String, @Nullable String> kept(Pod pod, @Nullable Boolean kept) {
        return PodMarksWanted.changes(pod, null, kept);
    }

    @Test
    void whileContainersRunEvictionsAreForbidden() {
        assertThat(kept(pod(), true)).isEqualTo(map(COST, "2147483647", OURS, "2147483647"));
        assertThat(kept(pod(COST, "2147483647", OURS, "2147483647"), true)).isEmpty();
    }

    @Test
    void afterwardsOnlyOurOwnCostGoes() {
        assertThat(kept(pod(COST, "2147483647", OURS, "2147483647"), false)).isEqualTo(map(COST, null, OURS, null));
        assertThat(kept(pod(COST, "2147483647"), false)).as("a user's").isEmpty();
        assertThat(kept(pod(), false)).isEmpty();
        assertThat(kept(pod(COST, "2147483647", OURS, "2147483647"), null))
                .as("not known")
                .isEmpty();
    }

    @Test
    void aCostOfAnotherWriterStays() {
        assertThat(kept(pod(COST, "7"), true)).isEmpty();
        assertThat(kept(pod(COST, "7", OURS, "2147483647"), true)).isEqualTo(map(OURS, null));
        assertThat(kept(pod(COST, "7", OURS, "2147483647"), false)).isEqualTo(map(OURS, null));
    }

    @Test
    void theMarkIsRenewedAndRemoved() {
        String mark = Annotations.POD_YARN_DRAINED;

        assertThat(PodMarksWanted.changes(pod(), "t", null)).isEqualTo(map(mark, "t"));
        assertThat(PodMarksWanted.changes(pod(mark, "t"), "u", null)).isEqualTo(map(mark, "u"));
        assertThat(PodMarksWanted.changes(pod(mark, "t"), "", null)).isEqualTo(map(mark, null));
        assertThat(PodMarksWanted.changes(pod(), "", null)).isEmpty();
        assertThat(PodMarksWanted.changes(pod(mark, "t"), null, null)).isEmpty();
    }
}
