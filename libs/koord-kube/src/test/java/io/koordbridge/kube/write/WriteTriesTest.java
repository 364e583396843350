package io.koordbridge.kube.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class WriteTriesTest {

    private final Queue<Integer> refusals = new ArrayDeque<>();
    private int calls;

    @Test
    void repeatsAfterConflictAndTooManyRequests() {
        refusals.addAll(List.of(409, 429));

        assertThat(WriteTries.repeat(this::call)).isEqualTo("written");
        assertThat(calls).isEqualTo(3);
    }

    @Test
    void throwsAnotherAnswerAtOnce() {
        refusals.add(403);

        assertThatThrownBy(() -> WriteTries.repeat(this::call)).isInstanceOf(KubernetesClientException.class);
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void throwsTheLastConflictAfterFourTries() {
        refusals.addAll(List.of(409, 409, 409, 409, 409));

        assertThatThrownBy(() -> WriteTries.repeat(this::call)).hasMessageContaining("409");
        assertThat(calls).isEqualTo(4);
    }

    @Test
    void waitsLongerBeforeEachTry() {
        WriteTries tries = new WriteTries();
        long began = System.nanoTime();

        tries.pause();
        tries.pause();

        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(60_000_000);
        assertThat(tries.isLast()).isFalse();
    }

    private String call() {
        calls++;
        Integer refusal = refusals.poll();
        if (refusal != null) {
            throw new KubernetesClientException("refused with " + refusal, refusal, null);
        }
        return "written";
    }
}
