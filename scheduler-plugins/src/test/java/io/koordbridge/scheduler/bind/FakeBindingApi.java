package io.koordbridge.scheduler.bind;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An API server in memory whose answers can be lost or refused; writes are atomic like the real ones. */
final class FakeBindingApi implements BindingApi {

    /** What goes wrong with one call. */
    enum Fault {
        NONE,
        /** Nothing is written, no answer comes. */
        LOST_REQUEST,
        /** It is written, no answer comes. */
        LOST_ANSWER,
        BUSY,
        FORBIDDEN
    }

    private final Map<String, PodFacts> pods = new HashMap<>();
    private final Map<String, Map<String, String>> annotations = new HashMap<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private boolean readsFail;
    private int writes;

    synchronized void put(PodFacts pod) {
        pods.put(pod.key(), pod);
    }

    synchronized void remove(PodFacts pod) {
        pods.remove(pod.key());
    }

    synchronized void nextFaults(Fault... next) {
        faults.addAll(java.util.List.of(next));
    }

    synchronized void readsFail(boolean fail) {
        readsFail = fail;
    }

    synchronized int writes() {
        return writes;
    }

    synchronized String nodeOf(PodFacts pod) {
        return pods.get(pod.key()).nodeName();
    }

    synchronized Map<String, String> annotationsOf(PodFacts pod) {
        return annotations.getOrDefault(pod.key(), Map.of());
    }

    @Override
    public synchronized Answer bind(PodFacts pod, String node, Map<String, String> added) {
        Fault fault = faults.isEmpty() ? Fault.NONE : faults.poll();
        return switch (fault) {
            case LOST_REQUEST -> new Answer(Verdict.UNKNOWN, "timed out");
            case BUSY -> new Answer(Verdict.BUSY, "too many requests");
            case FORBIDDEN -> new Answer(Verdict.REFUSED, "forbidden");
            case LOST_ANSWER -> {
                write(pod, node, added);
                yield new Answer(Verdict.UNKNOWN, "timed out");
            }
            case NONE -> write(pod, node, added);
        };
    }

    private Answer write(PodFacts pod, String node, Map<String, String> added) {
        PodFacts stored = pods.get(pod.key());
        if (stored == null) {
            return new Answer(Verdict.REFUSED, "not found");
        }
        if (!stored.uid().equals(pod.uid()) || stored.nodeName() != null) {
            return new Answer(Verdict.CONFLICT, "already assigned or replaced");
        }
        writes++;
        annotations.put(pod.key(), added);
        pods.put(pod.key(), onNode(stored, node));
        return new Answer(Verdict.DONE, "");
    }

    static PodFacts onNode(PodFacts pod, String node) {
        return new PodFacts(
                pod.uid(), pod.namespace(), pod.name(), node, false, pod.wishes(), pod.times(), pod.shape(), Map.of());
    }

    @Override
    public synchronized Optional<PodFacts> read(String namespace, String name) {
        if (readsFail) {
            throw new BindingApiException("reading " + name, new IllegalStateException("away"));
        }
        return Optional.ofNullable(pods.get(namespace + "/" + name));
    }
}
