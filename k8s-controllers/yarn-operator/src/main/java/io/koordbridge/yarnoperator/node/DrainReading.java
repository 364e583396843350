package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.SoftEviction;
import io.koordbridge.api.annotation.YarnDrain;
import io.koordbridge.api.annotation.YarnDrainStatus;
import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.pod.SoftEvictionReader;
import io.koordbridge.api.document.yarn.YarnDrainReader;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.drain.DrainBook.Remembered;
import io.koordbridge.yarnoperator.drain.DrainRequest;
import io.koordbridge.yarnoperator.drain.DrainState;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the Node and its NodeManagers' pods say of drains and freezes.
 *
 * @param order a person's, null without one; of one that cannot be read the last that could
 * @param requests what asks for a drain now: the order, then pods that are deleted, then those that a descheduler wants gone
 * @param remembered where the last drain stood, as the Node says
 * @param frozen null unless the lease is frozen
 * @param managers uids of pods that are there and were those of NodeManagers in use: one that ends is no longer in use before its pod is gone
 * @param problems what cannot be read, one sentence each
 */
@PureCore
record DrainReading(
        @Nullable YarnDrain order,
        List<DrainRequest> requests,
        @Nullable Remembered remembered,
        @Nullable YarnFrozen frozen,
        Set<String> managers,
        List<String> problems) {

    /** Before a node was looked at. */
    static final DrainReading UNREAD = new DrainReading(null, List.of(), null, null, Set.of(), List.of());

    /** What is left of a pod's grace period when its containers have to be gone: a NodeManager stops within it. */
    private static final Duration TO_STOP = Duration.ofSeconds(60);

    private static final Duration SHORTEST = Duration.ofSeconds(5);

    DrainReading {
        requests = List.copyOf(requests);
        managers = Set.copyOf(managers);
        problems = List.copyOf(problems);
    }

    /**
     * After a look. Only pods of NodeManagers in use ask for anything: any owner of a pod may set their label.
     *
     * @param usual how long containers may stay where the request does not say
     * @param time what the API server calls now
     */
    DrainReading next(Node node, NodeManagerPods pods, Duration usual, Instant time) {
        List<String> found = new ArrayList<>();
        Decoded<YarnDrain> asked = YarnDrainReader.drain(node);
        found.addAll(NodeProblems.of(node, asked));
        YarnDrain wanted = asked.value() == null && !asked.isGood() ? order : asked.value();
        Decoded<YarnFrozen> still = YarnDrainReader.frozen(node);
        found.addAll(NodeProblems.of(node, still));
        List<DrainRequest> all = new ArrayList<>();
        if (wanted != null) {
            Set<String> about = uids(pods.matched());
            about.addAll(uids(pods.unmatched()));
            all.add(ordered(wanted, about));
        }
        List<Pod> ours = ours(pods);
        boolean allGo = pods.all() && ours.stream().allMatch(DrainReading::goes);
        for (Pod pod : ours) {
            if (goes(pod)) {
                all.add(deleted(pod.getMetadata(), allGo, time));
            }
        }
        for (Pod pod : ours) {
            SoftEviction wish = SoftEvictionReader.read(pod).value();
            if (wish != null) {
                String id = "soft-eviction/" + pod.getMetadata().getUid();
                String again = wish.timestamp() == null ? "" : "/" + wish.timestamp();
                all.add(new DrainRequest(id + again, usual, false, true, false, uids(List.of(pod))));
            }
        }
        YarnDrainStatus status = YarnDrainReader.status(node).value();
        Remembered last = status == null ? null : remembered(status, time);
        return new DrainReading(wanted, all, last, still.value(), uids(ours), found);
    }

    /** Pods of NodeManagers that are in use, or were. */
    private List<Pod> ours(NodeManagerPods pods) {
        List<Pod> ours = new ArrayList<>(pods.matched());
        pods.unmatched().stream()
                .filter(pod -> managers.contains(pod.getMetadata().getUid()))
                .forEach(ours::add);
        return ours;
    }

    private static boolean goes(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    private static DrainRequest ordered(YarnDrain order, Set<String> pods) {
        long seconds = Objects.requireNonNullElse(order.timeoutSeconds(), YarnDrainReader.TIMEOUT_SECONDS);
        return new DrainRequest(
                Objects.requireNonNull(order.id()),
                Duration.ofSeconds(seconds),
                Boolean.TRUE.equals(order.evictMasters()),
                Boolean.TRUE.equals(order.deletePod()),
                false,
                pods);
    }

    /**
     * The request of a pod that goes.
     *
     * @param endsMasters false while another NodeManager of the node stays, for what masters hold is known by node
     */
    private static DrainRequest deleted(ObjectMeta pod, boolean endsMasters, Instant time) {
        Duration left = left(pod, time).minus(TO_STOP);
        return new DrainRequest(
                "pod/" + pod.getUid(),
                left.compareTo(SHORTEST) < 0 ? SHORTEST : left,
                endsMasters,
                false,
                true,
                Set.of(pod.getUid()));
    }

    /** The API server's clock may differ from ours: it is never more than the whole period. */
    private static Duration left(ObjectMeta pod, Instant time) {
        Long whole = pod.getDeletionGracePeriodSeconds();
        Duration most = Duration.ofSeconds(whole == null ? 0 : Math.max(whole, 0));
        try {
            Duration left = Duration.between(
                    time, OffsetDateTime.parse(pod.getDeletionTimestamp()).toInstant());
            return left.compareTo(most) < 0 ? left : most;
        } catch (DateTimeException e) {
            return most;
        }
    }

    private static Remembered remembered(YarnDrainStatus status, Instant time) {
        Map<String, DrainState> over = new HashMap<>();
        Objects.requireNonNullElse(status.over(), Map.<String, String>of()).forEach((id, text) -> {
            DrainState state = state(text);
            if (state != null) {
                over.put(id, state);
            }
        });
        List<String> pods = Objects.requireNonNullElse(status.pods(), List.of());
        return new Remembered(
                Objects.requireNonNullElse(status.id(), ""),
                state(status.state()),
                Set.copyOf(pods),
                Objects.requireNonNullElse(status.text(), ""),
                until(status.deadline(), time),
                over);
    }

    private static @Nullable DrainState state(@Nullable String text) {
        return Arrays.stream(DrainState.values())
                .filter(one -> one.name().equals(text))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Duration until(@Nullable String deadline, Instant time) {
        try {
            return deadline == null
                    ? null
                    : Duration.between(time, OffsetDateTime.parse(deadline).toInstant());
        } catch (DateTimeException e) {
            return null;
        }
    }

    static Set<String> uids(List<Pod> pods) {
        Set<String> uids = new HashSet<>();
        pods.forEach(pod -> uids.add(pod.getMetadata().getUid()));
        return uids;
    }
}
