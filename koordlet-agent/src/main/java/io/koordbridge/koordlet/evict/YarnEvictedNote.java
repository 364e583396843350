package io.koordbridge.koordlet.evict;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnEvicted;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes at the Node what was evicted from YARN, so that its place is not offered again at once. One thread. */
public final class YarnEvictedNote {

    private static final long MILLI = 1000;
    private static final Duration COUNTED = Duration.ofSeconds(60);

    private final ObjectPatcher patcher;
    private final String nodeName;
    private final Consumer<String> problems;
    private final Deque<Evicted> recent = new ArrayDeque<>();

    public YarnEvictedNote(ObjectPatcher patcher, String nodeName, Consumer<String> problems) {
        this.patcher = patcher;
        this.nodeName = nodeName;
        this.problems = problems;
    }

    private record Evicted(Instant at, long milliCpu, long bytes) {}

    /**
     * Adds containers to what the annotation says.
     *
     * @param now time of day
     */
    public void write(List<YarnContainer> containers, Instant now) {
        containers.forEach(
                one -> recent.add(new Evicted(now, amount(one.vcores()) * MILLI, amount(one.memoryMB()) << 20)));
        recent.removeIf(one -> !one.at().plus(COUNTED).isAfter(now));
        YarnEvicted note = new YarnEvicted(
                recent.stream().mapToLong(Evicted::milliCpu).sum(),
                recent.stream().mapToLong(Evicted::bytes).sum(),
                now.truncatedTo(ChronoUnit.SECONDS).toString());
        try {
            patcher.patchAnnotations(
                    ObjectAddress.of(Node.class, nodeName),
                    Map.of(Annotations.NODE_YARN_EVICTED, AnnotationCodec.write(note)),
                    null);
        } catch (KubernetesClientException e) {
            problems.accept("Node/" + nodeName + ": annotation " + Annotations.NODE_YARN_EVICTED
                    + " is not written, YARN may refill the node at once: " + FailureFormatter.of(e));
        }
    }

    private static long amount(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
