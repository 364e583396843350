package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.device.Device;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over HTTP/1.1 a watch has a connection of its own, and whoever reads a silent one waits in the socket. */
class SilentWatchTest {

    private static final String EVENT = """
            {"type": "ADDED", "object": {"kind": "Device", "apiVersion": "scheduling.koordinator.sh/v1alpha1", \
            "metadata": {"name": "n1", "resourceVersion": "8"}}}
            """;

    private final StatesSeen states = new StatesSeen();
    private final RawServer telling = RawServer.telling(EVENT);
    private final RawServer mute = RawServer.mute();
    private KubernetesClient client;

    @AfterEach
    void stop() throws IOException {
        client.close();
        telling.close();
        mute.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSilentWatchThatThePeerEndsIsFollowedByOneFromWhereItHadCome(boolean abruptly) throws IOException {
        try (Reflector<Device> feed = follow(telling)) {
            await().until(() -> states.versions().size() == 1 && feed.following());

            telling.end(abruptly);

            await().until(() -> telling.watchedFrom().size() == 2);
        }
        assertThat(telling.watchedFrom()).containsExactly(7, 8);
    }

    @Test
    void aReflectorClosedDuringSilenceLeavesNothingBehind() {
        Reflector<Device> feed = follow(telling);
        await().until(() -> states.versions().size() == 1 && feed.following());

        feed.close();

        await().until(() -> telling.left() == 1);
        await().until(() -> !isBusy());
        try (Reflector<Device> another = follow(telling)) {
            await().until(() -> states.versions().size() == 2 && another.following());
        }
    }

    @Test
    void aWatchThatNobodyAnswersEndsAfterAWhileAndIsNotAskedForAgain() {
        ListWatchRequests requests =
                requests(new ListWatchRequests.Limits(Duration.ofMillis(100), Duration.ofMillis(600)));
        assertThatThrownBy(() -> requests.watch("7", new WatchFrames(WatchFrames.Framing.LINES)))
                .isInstanceOf(TimeoutException.class);

        await().until(() -> mute.left() == 1);
        await().until(() -> !isBusy());
        await().during(Duration.ofMillis(500)).until(() -> mute.watchedFrom().size() == 1);
    }

    @Test
    void anAnswerToAWatchThatWasGivenUpIsClosed() throws IOException {
        ListWatchRequests requests =
                requests(new ListWatchRequests.Limits(Duration.ofMillis(100), Duration.ofMinutes(5)));
        assertThatThrownBy(() -> requests.watch("7", new WatchFrames(WatchFrames.Framing.LINES)))
                .isInstanceOf(TimeoutException.class);

        mute.answerLate(EVENT);

        await().until(() -> mute.left() == 1);
        await().until(() -> !isBusy());
    }

    private ListWatchRequests requests(ListWatchRequests.Limits limits) {
        return new ListWatchRequests(connect(mute), WatchedKind.all(Device.class), limits);
    }

    private KubernetesClient connect(RawServer server) {
        if (client == null) {
            client = KubeClients.connect(
                    new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "silent-watch-test");
        }
        return client;
    }

    private Reflector<Device> follow(RawServer server) {
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50));
        ListWatchSource source = new ListWatchSource(connect(server), new MetricRegistry(), waits);
        Reflector<Device> feed =
                new Reflector<>(source, WatchedKind.all(Device.class), states, Reflector.Readiness.AT_ONCE);
        feed.start();
        return feed;
    }

    /** Whether a feed runs, or somebody reads an answer. */
    private static boolean isBusy() {
        return Thread.getAllStackTraces().entrySet().stream()
                .anyMatch(thread -> thread.getKey().getName().equals("devices-feed")
                        || Arrays.stream(thread.getValue()).anyMatch(SilentWatchTest::isOfACall));
    }

    private static boolean isOfACall(StackTraceElement frame) {
        return frame.getMethodName().equals("doConsume") || frame.getClassName().endsWith("RealCall$AsyncCall");
    }
}
